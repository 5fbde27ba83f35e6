/** Shows how long reducers and effects took, and how much of the state was recorded. */
class PerformanceView {
  static #rowLimit = 300;
  #order = { reducers: 'total', effects: 'total' };

  /** `goTo(entry)` is called when the reader chooses a step. */
  constructor(recording, goTo) {
    this.recording = recording;
    this.goTo = goTo;
    let budget = null;
    try { budget = localStorage.getItem('report-budget'); } catch { }
    if (budget !== null && Number(budget) >= 0) page('budget').value = budget;
    page('budget').addEventListener('input', () => {
      try { localStorage.setItem('report-budget', page('budget').value); } catch { }
      this.#draw();
    });
  }

  show() {
    page('performance').showModal();
    this.#draw();
  }

  /** Updates the tables after the recording has grown. */
  grow() { if (page('performance').open) this.#draw(); }

  #draw() {
    const { recording } = this;
    const reducers = new Map();
    const effects = new Map();
    const add = (groups, name, seconds, entry, size = 0) => {
      if (!groups.has(name)) groups.set(name, { name, times: [], count: 0, size: 0, most: -1, entry });
      const group = groups.get(name);
      group.count++;
      group.size += size;
      if (seconds === null) return;
      group.times.push(seconds);
      if (seconds > group.most) Object.assign(group, { most: seconds, entry });
    };
    let [size, largest] = [0, 0];
    for (let entry = 1; entry <= recording.lastEntry; entry++) {
      size += recording.sizes[entry];
      if (recording.sizes[entry] > recording.sizes[largest]) largest = entry;
      if (recording.origins[entry] > reducerOrigin) continue;
      add(reducers, withoutIDs(recording.names[entry]), recording.durations[entry], entry, recording.sizes[entry]);
    }
    for (const effect of recording.effects) {
      // An effect that still runs has no duration yet.
      add(effects, effectKind(effect), effect.end ? effectDuration(recording, effect).time : null, effect.cause);
    }
    const patches = size === 0 ? 'No state was changed.' : ['The recorded changes of the state have ', countText(size, 'byte'),
      ', most of them in ', this.#step(largest), `: ${number(recording.sizes[largest])}.`];
    const content = page('performance-content');
    const buttons = () => [...content.querySelectorAll('button')];
    const focused = buttons().indexOf(document.activeElement);
    content.replaceChildren(
      ...this.#warnings([...reducers.values()]),
      make('h3', {}, 'Reducers, in real time'),
      this.#table('reducers', 'Action', reducers, [['size', 'Bytes']]),
      make('h3', {}, 'Effects, on the session’s clock'),
      effects.size === 0 ? make('p', { class: 'summary' }, 'No effects were started.') : this.#table('effects', 'Effect', effects),
      make('h3', {}, 'Recorded changes'),
      make('p', { class: 'patches' }, patches),
    );
    buttons()[focused]?.focus();
  }

  /** The actions that took longer than the limit that the reader has set. */
  #warnings(groups) {
    if (groups.every(({ times }) => times.length === 0)) {
      return [make('p', { class: 'summary' }, groups.length === 0 ? 'Nothing happened yet.'
        : 'Nobody has measured the reducers: an earlier version of the program has recorded this.')];
    }
    const budget = Number(page('budget').value) / 1000;
    const slow = groups.filter(({ most }) => most > budget).sort((left, right) => right.most - left.most);
    if (slow.length === 0) return [make('p', { class: 'meta' }, `No reducer took longer than ${durationText(budget)}.`)];
    return [make('div', { class: 'problem', role: 'status' },
      `${countText(slow.length, 'action')} took the reducer longer than ${durationText(budget)}:`,
      make('ul', { class: 'items' }, slow.slice(0, 10).map(({ most, times, entry }) => make('li', {}, this.#step(entry),
        ` ${durationText(most)}, ${number(times.filter((time) => time > budget).length)} of ${countText(times.length, 'time')}`)),
      slow.length > 10 && make('li', {}, `and ${number(slow.length - 10)} more`)))];
  }

  #table(id, title, groups, more = []) {
    const columns = [['name', title], ['count', 'Count'], ['median', 'Median'], ['most', 'Maximum'], ['total', 'Total'], ...more];
    const rows = [...groups.values()].map((group) => {
      const times = group.times.sort((left, right) => left - right);
      return { ...group, median: times.length === 0 ? -1 : (times[(times.length - 1) >> 1] + times[times.length >> 1]) / 2,
        total: times.length === 0 ? -1 : times.reduce((sum, time) => sum + time, 0) };
    });
    const order = this.#order[id];
    rows.sort((left, right) => order === 'name' ? (left.name < right.name ? -1 : 1) : right[order] - left[order]);
    const time = (seconds) => seconds < 0 ? '–' : durationText(seconds);
    return make('div', {},
      make('table', { class: 'times' },
        make('thead', {}, make('tr', {}, columns.map(([key, text]) => make('th', {
          scope: 'col', 'aria-sort': key === order ? (key === 'name' ? 'ascending' : 'descending') : undefined,
        }, make('button', { type: 'button', title: `Sort by ${text.toLowerCase()}`, click: () => {
          this.#order[id] = key;
          this.#draw();
        } }, text))))),
        make('tbody', {}, rows.slice(0, PerformanceView.#rowLimit).map((row) => make('tr', {},
          make('th', { scope: 'row' }, nameNodes(row.name)), make('td', {}, number(row.count)), make('td', {}, time(row.median)),
          make('td', {}, row.most < 0 ? '–' : this.#step(row.entry, time(row.most))), make('td', {}, time(row.total)),
          more.map(([key]) => make('td', {}, number(row[key]))))))),
      rows.length > PerformanceView.#rowLimit && make('p', {}, `and ${number(rows.length - PerformanceView.#rowLimit)} more`));
  }

  /** A button that leads to a step. */
  #step(entry, text) {
    const name = plainText(stepText(this.recording, entry), 200);
    if (entry === undefined) return text ?? name;
    const label = text && `${text}, ${name}`;
    return make('button', { type: 'button', class: 'link', title: label, 'aria-label': label, click: () => {
      page('performance').close();
      this.goTo(entry);
    } }, text ?? name);
  }
}
