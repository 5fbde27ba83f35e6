/** Draws a number in the state over all steps. */
class Chart {
  #count = 0;

  /** `goTo(entry)` is called when the reader chooses a step on the chart. */
  constructor(recording, goTo) {
    this.recording = recording;
    this.goTo = goTo;
  }

  async show(keys) {
    page('chart-title').replaceChildren(...shown(pathText(keys), 200));
    page('chart-content').replaceChildren('Reading all steps…');
    page('chart').showModal();
    const call = ++this.#count;
    const points = await this.#points(keys, () => call === this.#count && page('chart').open);
    if (points) page('chart-content').replaceChildren(...this.#draw(points));
  }

  /**
   * `{ entry, value }` wherever the value changes; null where there is no value. Undefined if the chart was closed or
   * replaced meanwhile.
   */
  async #points(keys, isWanted) {
    const points = [];
    let pause = performance.now() + 30;
    for (let entry = 0; entry <= this.recording.lastEntry; entry++) {
      let value;
      try {
        value = keys.reduce(memberOf, this.recording.state(entry));
      } catch (error) {
        if (!(error instanceof PatchError)) throw error;
        break;
      }
      const number = value instanceof ExactNumber || typeof value === 'number' ? value : null;
      if (points.length === 0 || !isEqual(points.at(-1).value, number)) points.push({ entry, value: number });
      if (performance.now() > pause) {
        await new Promise((resume) => setTimeout(resume));
        if (!isWanted()) return undefined;
        pause = performance.now() + 30;
      }
    }
    return points;
  }

  #draw(points) {
    const { recording } = this;
    const values = points.map(({ value }) => value).filter((value) => value !== null);
    if (values.length === 0) return [make('p', {}, 'The changes of this value are not known.')];
    const [low, high] = [values.reduce((a, b) => b < a ? b : a), values.reduce((a, b) => b > a ? b : a)];
    const [bottom, range] = [Number(low), Number(high) - Number(low)];
    const axis = page('axis').value;
    const place = (entry) => axis === 'time' ? recording.times[entry] : axis === 'wall' ? recording.walls[entry] : entry;
    const [width, height, margin] = [720, 240, 12];
    const last = Math.max(place(recording.lastEntry), Number.MIN_VALUE);
    const x = (entry) => (margin + place(entry) / last * (width - 2 * margin)).toFixed(1);
    const y = (value) => (height - margin - (range === 0 ? 0.5 : (Number(value) - bottom) / range) * (height - 2 * margin)).toFixed(1);
    let path = '';
    points.forEach(({ entry, value }, index) => {
      if (value === null) return;
      const isNew = index === 0 || points[index - 1].value === null;
      const end = points[index + 1]?.entry ?? recording.lastEntry;
      path += `${isNew ? `M${x(entry)} ${y(value)}` : `V${y(value)}`}H${x(end)}`;
    });
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    line.setAttribute('d', path);
    svg.append(line);
    const summary = `From ${literal(low)} to ${literal(high)}, ${countText(points.length - 1, 'change')}`;
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': summary })) {
      svg.setAttribute(name, value);
    }
    svg.addEventListener('click', (event) => {
      const box = svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width * width - margin) / (width - 2 * margin) * last;
      let entry = 0;
      while (entry < recording.lastEntry && place(entry + 1) <= at) entry++;
      page('chart').close();
      this.goTo(entry);
    });
    const steps = points.slice(1, 201).map(({ entry, value }) => make('li', {},
      make('button', { type: 'button', class: 'link', click: () => { page('chart').close(); this.goTo(entry); } },
        shown(stepText(recording, entry), 200)),
      make('span', { class: 'summary' }, value === null ? 'no number' : literal(value))));
    return [
      make('p', { class: 'meta' }, `${summary}, beginning with ${points[0].value === null ? 'no number' : literal(points[0].value)}.`),
      svg,
      make('ul', { class: 'items' }, steps, points.length > 201 && make('li', {}, `and ${number(points.length - 201)} more`)),
    ];
  }
}
