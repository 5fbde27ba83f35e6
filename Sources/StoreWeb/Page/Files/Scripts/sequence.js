/**
 * Who caused what, as a sequence diagram: the user, the features and the effects are columns, and each action is an arrow.
 * Rows are made when they come into sight, so a session may have any number of them.
 */
class SequenceView {
  /** The maximum number of columns of features, and of effects. Further ones share a column. */
  static #columnLimit = 24;
  #width = 0;
  /** `[kind, index]`: an entry, or an effect that starts or ends, or a section. */
  #rows = [];
  #columns = [];
  #features = new Map();
  #effects = new Map();

  /** `goTo(entry)` and `selectEffect(index)` are called when the reader chooses a row. */
  constructor(recording, { goTo, selectEffect }) {
    Object.assign(this, { recording, goTo, selectEffect });
    this.list = new WindowedList(page('sequence-list'), 40, {
      render: (index) => this.#row(index),
      choose: (index) => this.#choose(index),
      move: (index) => {
        this.list.setCurrent(index);
        this.#revealColumns(index);
      },
    });
    page('sequence-list').addEventListener('scroll', () => {
      page('sequence-columns').scrollLeft = page('sequence-list').scrollLeft;
    }, { passive: true });
    page('sequence-list').addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by) page('sequence-list').scrollLeft += by * this.#width;
      else if (event.key === 'Enter' && this.list.current >= 0) this.#choose(this.list.current);
      else return;
      event.preventDefault();
    });
  }

  /** Shows the diagram, at an entry. */
  show(entry) {
    page('sequence').showModal();
    this.#build();
    this.list.update(this.#rows.length, -1);
    const index = this.#rows.findIndex(([kind, index]) => kind === 'entry' && index === entry);
    this.list.setCurrent(index, false);
    page('sequence-list').scrollTop = Math.max(0, (index - 3) * this.list.rowHeight);
    this.list.reveal(index);
    this.#revealColumns(index);
    page('sequence-list').focus();
  }

  /** Updates the diagram after the recording has grown. */
  grow() {
    if (!page('sequence').open) return;
    this.#build();
    this.list.update(this.#rows.length);
  }

  // MARK: Rows and columns

  #build() {
    const { recording } = this;
    const [starts, ends] = [new Map(), new Map()];
    const add = (map, entry, index) => { if (map.has(entry)) map.get(entry).push(index); else map.set(entry, [index]); };
    recording.effects.forEach((effect, index) => {
      add(starts, effect.entry, index);
      if (effect.end) add(ends, effect.endEntry, index);
    });
    const rows = [];
    let section = 0;
    for (let entry = 0; entry <= recording.lastEntry; entry++) {
      if (entry > 0) {
        rows.push(['entry', entry]);
      }
      for (const index of starts.get(entry) ?? []) rows.push(['start', index]);
      for (const index of ends.get(entry) ?? []) rows.push(['end', index]);
      while (section < recording.sections.length && recording.sections[section].entry === entry) rows.push(['section', section++]);
    }
    this.#rows = rows;
    this.#placeColumns();
    this.#width = page('sequence').clientWidth < 600 ? 128 : 156;
    const width = this.#columns.length * this.#width;
    this.list.space.style.width = `${width}px`;
    const columns = this.#columns.map(({ title, kind }) => {
      const dot = kind === 'feature' ? title.lastIndexOf('.') + 1 : 0;
      return make('div', { class: `column ${kind}`, title: plainText(title, 300) },
        make('span', { class: 'prefix' }, kind === 'feature' ? shown(title.slice(0, dot), 100) : kind),
        make('b', {}, shown(kind === 'user' ? 'User' : title.slice(dot), 100)));
    });
    for (const column of columns) column.style.width = `${this.#width}px`;
    const bar = make('div', { class: 'columns' }, columns);
    // Room for the bar that scrolls the list.
    bar.style.width = `${width + 40}px`;
    page('sequence-columns').replaceChildren(bar);
    page('no-sequence').hidden = rows.length > 0;
    page('sequence-list').hidden = page('sequence-columns').hidden = rows.length === 0;
  }

  /** The user, then each feature with the effects that it starts. */
  #placeColumns() {
    const { recording } = this;
    const features = new Map([[this.#feature(0), []]]);
    const known = new Set();
    const effectsOf = (entry) => {
      const name = this.#feature(entry);
      if (!features.has(name)) features.set(name, []);
      return features.get(name);
    };
    for (let entry = 1; entry <= recording.lastEntry; entry++) if (recording.origins[entry] <= reducerOrigin) effectsOf(entry);
    for (const effect of recording.effects) {
      const name = effectKind(effect);
      if (known.has(name)) continue;
      known.add(name);
      if (known.size <= SequenceView.#columnLimit) effectsOf(effect.cause ?? 0).push(name);
    }
    this.#columns = [{ title: 'User', kind: 'user' }];
    this.#features = new Map();
    this.#effects = new Map();
    const add = (map, name, title, kind) => {
      if (this.#columns.at(-1).title !== title || this.#columns.at(-1).kind !== kind) this.#columns.push({ title, kind });
      map.set(name, this.#columns.length - 1);
    };
    for (const [name, effects] of features) {
      add(this.#features, name, this.#features.size < SequenceView.#columnLimit ? name : 'other features', 'feature');
      for (const effect of effects) add(this.#effects, effect, effect, 'effect');
    }
    for (const name of known) if (!this.#effects.has(name)) add(this.#effects, name, 'other effects', 'effect');
  }

  #featureNames = new Map();

  /** The feature that an entry is about: the path of its action without the last name. */
  #feature(entry) {
    const { recording } = this;
    // A change by an effect has no path. It belongs to the feature that started the effect.
    let next = entry;
    while (next > 0 && recording.origins[next] === effectOrigin && recording.names[next].startsWith('modify “')) {
      const cause = recording.effect(recording.originNumbers[next])?.cause ?? 0;
      next = cause < next ? cause : 0;
    }
    const name = next === 0 ? '' : recording.names[next];
    let feature = this.#featureNames.get(name);
    if (feature === undefined) {
      const path = withoutIDs(name);
      feature = path.slice(0, Math.max(0, path.lastIndexOf('.'))) || String(recording.header.feature ?? 'Feature');
      this.#featureNames.set(name, feature);
    }
    return feature;
  }

  #featureColumn(entry) { return this.#features.get(this.#feature(entry ?? 0)) ?? 1; }

  /** The columns that a row leads from and to. */
  #columnsOf(kind, of) {
    const effectColumn = (effect) => effect ? this.#effects.get(effectKind(effect)) ?? 0 : 0;
    if (kind === 'section') return [0, 0];
    if (kind !== 'entry') {
      const effect = this.recording.effects[of];
      return [kind === 'start' ? this.#featureColumn(effect.cause) : effectColumn(effect), effectColumn(effect)];
    }
    const { origins, originNumbers } = this.recording;
    const number = originNumbers[of];
    const to = this.#featureColumn(of);
    if (origins[of] === effectOrigin) return [effectColumn(this.recording.effect(number)), to];
    if (origins[of] === reducerOrigin) return [this.#featureColumn(this.recording.entryFor(String(number))), to];
    return [0, to];
  }

  // MARK: Drawing

  #center(column) { return (column + 0.5) * this.#width; }

  #row(index) {
    const [kind, of] = this.#rows[index];
    const { recording } = this;
    const { label, parts, color } = kind === 'section' ? this.#section(of) : kind === 'entry' ? this.#entry(of) : this.#effect(kind, of);
    const row = make('div', {
      role: 'option', class: `sequence-row ${kind}`, 'aria-selected': false, 'aria-posinset': index + 1,
      'aria-setsize': this.#rows.length, 'aria-label': label,
    }, parts);
    if (color) row.style.setProperty('--arrow', `var(--${color})`);
    for (let column = 0; column < this.#columns.length; column++) {
      const line = make('i', { class: 'life', 'aria-hidden': 'true' });
      line.style.left = `${this.#center(column)}px`;
      row.prepend(line);
    }
    return row;
  }

  #section(index) {
    const { title } = this.recording.sections[index];
    return { label: `Section ${plainText(title, 200)}`, parts: [make('b', { class: 'across' }, shown(title, 200))] };
  }

  #entry(entry) {
    const { recording } = this;
    const origin = recording.origins[entry];
    const label = `Step ${recording.keys[entry]}, ${plainText(recording.names[entry], 200)}, ${plainText(describeOrigin(recording, entry), 200)}`;
    if (origin > reducerOrigin) return { label, parts: [make('span', { class: 'across' }, shown(recording.names[entry], 200))] };
    const name = recording.names[entry];
    const path = withoutIDs(name);
    return {
      label, color: originNames[origin],
      parts: this.#arrow(...this.#columnsOf('entry', entry), [make('span', { class: 'prefix' }, `${recording.keys[entry]} `),
        shown(name.startsWith('modify “') ? name : path.slice(path.lastIndexOf('.') + 1), 100)]),
    };
  }

  #effect(kind, index) {
    const effect = this.recording.effects[index];
    const name = plainText(effectName(effect), 200);
    if (kind === 'start') {
      return {
        label: `Effect ${effect.number}, ${name}, started by ${plainText(stepText(this.recording, effect.cause), 200)}`,
        color: 'control',
        parts: this.#arrow(...this.#columnsOf(kind, index), shown(`starts ${effect.number} ${effectName(effect)}`, 100), true),
      };
    }
    const badge = make('span', { class: `badge ${effect.status}` }, `${effect.number} ${effect.status}`);
    badge.style.left = `${this.#center(this.#columnsOf(kind, index)[0])}px`;
    return { label: `Effect ${effect.number}, ${name}, ${effect.status}`, parts: [badge] };
  }

  #arrow(from, to, text, isDashed = false) {
    const [left, right] = [this.#center(Math.min(from, to)), this.#center(Math.max(from, to))];
    const direction = from === to ? 'self' : from < to ? 'right' : 'left';
    const line = make('i', { class: `arrow ${direction}${isDashed ? ' dashed' : ''}`, 'aria-hidden': 'true' });
    line.style.left = `${left}px`;
    line.style.width = `${from === to ? 18 : right - left}px`;
    const label = make('span', { class: 'label' }, text);
    label.style.left = `${left + (from === to ? 24 : 8)}px`;
    label.style.maxWidth = `${from === to ? this.#width / 2 - 28 : right - left - 16}px`;
    return [line, label];
  }

  /** Scrolls sideways if the columns of a row are not visible. */
  #revealColumns(index) {
    const columns = this.#columnsOf(...(this.#rows[index] ?? ['section', 0]));
    const list = page('sequence-list');
    const [left, right] = [Math.min(...columns) * this.#width, (Math.max(...columns) + 1) * this.#width];
    if (left < list.scrollLeft || right > list.scrollLeft + list.clientWidth) {
      list.scrollLeft = right <= list.clientWidth ? 0 : left;
    }
  }

  #choose(index) {
    const [kind, of] = this.#rows[index];
    if (kind === 'section') return;
    page('sequence').close();
    if (kind === 'entry') this.goTo(of); else this.selectEffect(of);
  }
}
