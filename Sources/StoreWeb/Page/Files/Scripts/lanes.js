// Lanes and the axis of the time line, and how durations are written.

/** A priority queue: the least number comes first. */
class MinimumHeap {
  #items = [];
  get least() { return this.#items[0]; }
  get isEmpty() { return this.#items.length === 0; }

  push(key, value) {
    const items = this.#items;
    let index = items.push({ key, value }) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (items[parent].key <= items[index].key) break;
      [items[parent], items[index]] = [items[index], items[parent]];
      index = parent;
    }
  }

  pop() {
    const items = this.#items;
    const least = items[0];
    const last = items.pop();
    if (items.length > 0) {
      items[0] = last;
      for (let index = 0, child; (child = 2 * index + 1) < items.length; index = child) {
        if (child + 1 < items.length && items[child + 1].key < items[child].key) child++;
        if (items[index].key <= items[child].key) break;
        [items[index], items[child]] = [items[child], items[index]];
      }
    }
    return least;
  }
}

/**
 * A lane for each interval, so that those which overlap have lanes of their own; the highest that is free.
 *
 * `intervals` are `{ start, end }` in order of start. Returns a lane for each, and how many there are.
 */
function layoutLanes(intervals) {
  const busy = new MinimumHeap();
  const free = new MinimumHeap();
  let count = 0;
  const lanes = intervals.map(({ start, end }) => {
    while (!busy.isEmpty && busy.least.key <= start) {
      const { value } = busy.pop();
      free.push(value, value);
    }
    const lane = free.isEmpty ? count++ : free.pop().value;
    busy.push(end, lane);
    return lane;
  });
  return { lanes, count };
}

/** The distance between the marks of an axis: 1, 2 or 5 times a power of ten, and not less than `least`. */
function axisInterval(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

/** Seconds as people write durations, with three digits below a minute: `311 µs`, `1.75 s`, `1 min 30 s`. */
function durationText(seconds) {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds === 0) return '0 s';
  for (const [unit, size, limit] of [['µs', 1e-6, 1e3], ['ms', 1e-3, 1e3], ['s', 1, 60]]) {
    const value = Number((seconds / size).toPrecision(3));
    if (value < limit) return `${value} ${unit}`;
  }
  const tenths = Math.round(seconds * 10);
  const parts = [[Math.floor(tenths / 36000), 'h'], [Math.floor(tenths / 600) % 60, 'min'], [tenths % 600 / 10, 's']];
  return parts.filter(([value]) => value > 0).map(([value, unit]) => `${value} ${unit}`).join(' ');
}
