/** The list of actions, with the filter above it. */
class ActionList {
  #filter = { origins: new Set([userOrigin, effectOrigin, reducerOrigin]), name: '', terms: [] };
  /** Lines of the list: an entry, or -1 - the index of a section. */
  #lines = [];
  #entry = 0;
  #search = 0;
  /** The entries that pass the filter; null if all do. */
  passing = null;
  /** Settles when the list is filtered. */
  filtered = Promise.resolve();

  /** `goTo(entry, how)` is called when the reader goes to an entry, and `didFilter()` when other entries are listed. */
  constructor(recording, { goTo, didFilter }) {
    this.recording = recording;
    this.goTo = goTo;
    this.didFilter = didFilter;
    this.list = new WindowedList(page('actions'), 46, {
      render: (index) => this.#row(index),
      choose: (index) => { if (this.#lines[index] >= 0) this.goTo(this.#lines[index]); },
      move: (index, by) => {
        // A section is not a step, so the key skips it.
        while (this.#lines[index] < 0 && this.#lines[index + by] !== undefined) index += by;
        if (this.#lines[index] >= 0) this.goTo(this.#lines[index], 'scrub');
      },
    });
    this.#fillNames();
    this.#showLines();
    page('search').addEventListener('input', () => this.applyFilter());
    page('name').addEventListener('change', () => this.applyFilter());
    for (const box of document.querySelectorAll('[data-origin]')) box.addEventListener('change', () => this.applyFilter());
    page('clear-filter').addEventListener('click', () => this.#clearFilter());
    document.querySelector('.filter').addEventListener('submit', (event) => event.preventDefault());
  }

  get count() { return this.list.count; }
  get first() { return this.passing?.[0] ?? 0; }
  get last() { return this.passing?.at(-1) ?? this.recording.lastEntry; }

  /** The listed entry before or after an entry; undefined if there is none. */
  neighbour(entry, by) {
    if (!this.passing) {
      const target = entry + by;
      return target >= 0 && target <= this.recording.lastEntry ? target : undefined;
    }
    return by > 0 ? this.passing.find((passing) => passing > entry) : this.passing.findLast((passing) => passing < entry);
  }

  /** Updates the list after the recording has grown. */
  grow(first) {
    const { recording } = this;
    if (this.passing) {
      for (let entry = first; entry <= recording.lastEntry; entry++) {
        if (passes(recording, entry, this.#filter)) this.passing.push(entry);
      }
    }
    if (recording.actionNameCount !== this.#nameCount) this.#fillNames();
    this.#showLines();
  }

  /** Marks an entry as the current one. */
  show(entry) {
    this.#entry = entry;
    this.list.setCurrent(this.#lines.indexOf(entry));
  }

  /** Lists the entries that pass the filter. A long trace is searched in slices, so keys stay quick. */
  applyFilter() {
    const origins = [...document.querySelectorAll('[data-origin]')].filter((box) => box.checked);
    this.#filter = {
      origins: new Set(origins.map((box) => Number(box.dataset.origin))),
      name: page('name').value,
      terms: searchTerms(page('search').value),
    };
    this.filtered = this.#runFilter(++this.#search);
    return this.filtered;
  }

  async #runFilter(search) {
    const { recording } = this;
    const { origins, name, terms } = this.#filter;
    if (origins.size === 3 && name === '' && terms.length === 0) {
      this.passing = null;
    } else {
      const passing = [];
      let pause = performance.now() + 30;
      for (let entry = 0; entry <= recording.lastEntry; entry++) {
        if (passes(recording, entry, this.#filter)) passing.push(entry);
        if (entry % 64 === 0 && performance.now() > pause) {
          await new Promise((resume) => setTimeout(resume));
          if (search !== this.#search) return;
          pause = performance.now() + 30;
        }
      }
      this.passing = passing;
    }
    this.#showLines();
    this.didFilter();
  }

  #clearFilter() {
    page('search').value = '';
    page('name').value = '';
    for (const box of document.querySelectorAll('[data-origin]')) box.checked = true;
    page('search').focus();
    this.applyFilter();
  }

  #nameCount = 0;

  #fillNames() {
    this.#nameCount = this.recording.actionNameCount;
    const groups = new Map();
    const counts = new Map();
    const { names, origins } = this.recording;
    names.forEach((name, entry) => {
      if (origins[entry] <= reducerOrigin) counts.set(name, (counts.get(name) ?? 0) + 1);
    });
    for (const name of this.recording.actionNames.slice(0, 1000)) {
      const group = name.includes('.') ? name.slice(0, name.indexOf('.')) : '';
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(name);
    }
    const option = (value, label) => make('option', { value }, shown(label, 80));
    const select = page('name');
    const chosen = select.value;
    select.replaceChildren(option('', 'All names'));
    for (const [group, names] of groups) {
      const options = names.map((name) => option(name, `${name} (${counts.get(name)})`));
      if (group === '' || names.length === 1) select.append(...options);
      else select.append(make('optgroup', { label: plainText(group, 80) }, option(group, `${group}: all`), ...options));
    }
    select.value = chosen;
  }

  #showLines() {
    const { recording } = this;
    const lines = [];
    let section = 0;
    const entries = this.passing ?? recording.names.keys();
    const isSectioned = !this.passing || this.#filter.terms.length === 0;
    for (const entry of entries) {
      while (isSectioned && section < recording.sections.length && recording.sections[section].entry < entry) lines.push(-1 - section++);
      lines.push(entry);
    }
    while (!this.passing && section < recording.sections.length) lines.push(-1 - section++);
    this.#lines = lines;
    this.list.update(lines.length, lines.indexOf(this.#entry));
    const total = recording.lastEntry + 1;
    page('shown').textContent = this.passing ? `${number(this.passing.length)} of ${number(total)}` : number(total);
    page('no-actions').hidden = lines.length > 0;
    page('actions').hidden = lines.length === 0;
  }

  #row(index) {
    const line = this.#lines[index];
    const { recording } = this;
    const set = { role: 'option', 'aria-setsize': this.#lines.length, 'aria-posinset': index + 1 };
    if (line < 0) {
      const { title } = recording.sections[-1 - line];
      return make('div', { ...set, class: 'action section-row', 'aria-disabled': 'true', 'aria-label': `Section ${plainText(title, 200)}` },
        make('span', {}, shown(title, 200)));
    }
    const origin = recording.origins[line];
    const name = recording.names[line];
    const count = recording.changeCounts[line];
    const payload = origin <= reducerOrigin ? payloadOf(recording.record(line).action, name) : undefined;
    const label = `Step ${recording.keys[line]}, ${plainText(name, 200)}, ${plainText(describeOrigin(recording, line), 200)}, `
      + (count === 0 ? 'no changes' : countText(count, 'change'));
    return make('div', { ...set, class: 'action', 'aria-selected': false, 'aria-label': label },
      make('span', { class: 'number' }, recording.keys[line], make('i', { class: 'dot', 'data-color': originNames[origin] })),
      make('span', { class: 'name' }, nameNodes(name)),
      make('span', { class: 'time' }, durationText(recording.times[line])),
      make('span', { class: 'payload' }, payload === undefined
        ? make('span', {}, shown(describeOrigin(recording, line), 200)) : shown(compactText(payload, 120))),
      make('span', { class: 'time' }, count === 0 ? '' : countText(count, 'change')));
  }
}
