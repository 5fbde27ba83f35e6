/** A value as a tree whose nodes open and close. Nodes that are closed cost nothing. */
class Tree {
  /** `{ keys, value, level, parent, isOpen, isContainer, position, size }` for each line. */
  nodes = [];
  #choices = new Map();
  #value;
  #owned = new Set();
  #changes = new Changes();

  /** `find(path)` lists the steps that changed a value, and `chart(keys)` draws a number over all steps. */
  constructor(list, { find, chart }) {
    this.find = find;
    this.chart = chart;
    this.list = new WindowedList(list, 22, {
      render: (index) => this.#render(index),
      choose: (index, event) => {
        if (event.target.closest('button')) return;
        this.list.setCurrent(index, false);
        if (event.target.closest('.twist')) this.#toggle(index);
      },
    });
    list.addEventListener('dblclick', (event) => {
      const row = event.target.closest('.row');
      if (row && !event.target.closest('.twist, button')) this.#toggle(Number(row.dataset.index));
    });
    list.addEventListener('keydown', (event) => this.#keyDown(event));
  }

  /** Shows a value, with marks where it changed. Nodes stay as open as they were. */
  show(value, owned, changes, isFollowing) {
    this.#value = value;
    this.#owned = owned;
    this.#changes = changes;
    this.#flatten();
    const path = this.nodes[this.list.current]?.path;
    this.list.update(this.nodes.length, Math.max(0, this.nodes.findIndex((node) => node.path === path)));
    if (!isFollowing) return;
    const changed = this.nodes.findIndex((node) => this.#mark(node) || this.#changes.removals.has(node.value));
    if (changed >= 0) this.list.reveal(changed);
  }

  setAll(isOpen) {
    const visit = (value, path, depth) => {
      if (!isContainer(value) || this.#choices.size > 200_000) return;
      this.#choices.set(path, isOpen || depth === 0);
      for (const key of Object.keys(value)) visit(value[key], `${path}/${escaped(key)}`, depth + 1);
    };
    this.#choices.clear();
    visit(this.#value, '', 0);
    this.#refresh();
  }

  /** Opens the nodes above a path, and selects it. If the path is gone, selects the part that is left. */
  reveal(keys) {
    let path = '';
    this.#choices.set(path, true);
    for (const key of keys) this.#choices.set(path += `/${escaped(key)}`, true);
    this.#refresh();
    let index = 0;
    for (path = ''; keys.length > 0 && index >= 0; keys = keys.slice(1)) {
      path += `/${escaped(keys[0])}`;
      const next = this.nodes.findIndex((node) => node.path === path);
      if (next < 0) break;
      index = next;
    }
    this.list.setCurrent(index);
  }

  #matches = { value: undefined, text: '', finds: undefined, paths: [], index: -1 };

  /** The paths of the names and values that contain a text. */
  *#find(text, value, keys = []) {
    const own = `${keys.at(-1) ?? ''}\n${isContainer(value) ? '' : literal(value)}`.toLowerCase();
    if (own.includes(text)) yield keys;
    if (isContainer(value)) for (const key of Object.keys(value)) yield* this.#find(text, value[key], [...keys, key]);
  }

  /**
   * Goes to the next name or value that contains a text, or back to the one before; with 0, nowhere. Of many it looks for
   * the first only: `{ index, count, isAll }`.
   */
  search(text, by = 1) {
    const value = this.#value;
    if (this.#matches.value !== value || this.#matches.text !== text) {
      this.#matches = { value, text, finds: this.#find(text, value), paths: [], index: -1 };
    }
    const matches = this.#matches;
    const { finds, paths } = matches;
    let isAll = false;
    while (!isAll && paths.length < Math.max(1001, matches.index + by + 2)) {
      const { value: keys, done } = finds.next();
      if (done) isAll = true; else paths.push(keys);
    }
    if (by !== 0 && paths.length > 0) {
      matches.index = (Math.max(matches.index, by < 0 ? 0 : -1) + by + paths.length) % paths.length;
      this.reveal(paths[matches.index]);
    }
    return { index: matches.index + 1, count: paths.length, isAll };
  }

  /** Copies the value or the path of a line to the clipboard. */
  #copy({ value, path }, isPath) {
    copyText(isPath ? pathText(pointerKeys(path)) : typeof value === 'string' ? value : prettyText(value).text);
  }

  #isNumber(value) { return typeof value === 'number' || value instanceof ExactNumber; }

  #refresh() {
    const path = this.nodes[this.list.current]?.path;
    this.#flatten();
    this.list.update(this.nodes.length, Math.max(0, this.nodes.findIndex((node) => node.path === path)));
  }

  #isOpen(value, path, level) {
    const choice = this.#choices.get(path);
    if (choice !== undefined) return choice;
    const count = Object.keys(value).length;
    return count <= 100 && (level <= 2 || this.#owned.has(value));
  }

  #flatten() {
    const nodes = [];
    const visit = (value, key, path, level, parent, position, size) => {
      const isOpen = hasMembers(value) && this.#isOpen(value, path, level);
      const index = nodes.push({ value, key, path, level, parent, position, size, isOpen }) - 1;
      if (!isOpen) return;
      const names = Object.keys(value);
      names.forEach((name, position) => {
        visit(value[name], name, `${path}/${escaped(name)}`, level + 1, index, position + 1, names.length);
      });
    };
    visit(this.#value, 'state', '', 1, -1, 1, 1);
    this.nodes = nodes;
  }

  #mark({ key, parent }) {
    return parent < 0 ? undefined : this.#changes.marks.get(this.nodes[parent].value)?.get(key);
  }

  #render(index) {
    const node = this.nodes[index];
    const { value, key, path, level, position, size, isOpen } = node;
    const mark = this.#mark(node);
    const isParent = hasMembers(value);
    const isElement = node.parent >= 0 && Array.isArray(this.nodes[node.parent].value);
    const removals = this.#changes.removals.get(value);
    const row = make('div', {
      role: 'treeitem', 'aria-level': level, 'aria-posinset': position, 'aria-setsize': size,
      'aria-expanded': isParent ? String(isOpen) : undefined, 'aria-selected': false,
      class: [mark, this.#owned.has(value) && 'touched'].filter(Boolean).join(' '),
    },
    make('span', { class: `twist${isOpen ? ' open' : ''}`, 'aria-hidden': 'true' }, isParent ? '▸' : ''),
    make('span', { class: isElement ? 'key index' : 'key' }, shown(isElement ? key : nameText(key), 120)),
    make('span', { class: `value ${valueClass(value)}` }, shown(summary(value), displayLimit)),
    typeof value === 'string' && value.length > displayLimit && make('button',
      { type: 'button', tabindex: -1, click: () => showText(pathText(pointerKeys(path)), value) }, showAllLabel(value)),
    mark && make('span', { class: `mark ${mark}` }, mark),
    removals && make('span', { class: 'mark removed' }, `${removals} removed`),
    make('span', { class: 'row-buttons' },
      this.#button('Copy', 'Copies the value (v)', () => this.#copy(node, false)),
      path !== '' && this.#button('Path', 'Copies the path (p)', () => this.#copy(node, true)),
      this.#isNumber(value) && this.#button('Chart', 'Draws the number over all steps (g)', () => this.chart(pointerKeys(path))),
      path !== '' && this.#button('Steps that changed this', 'Lists the steps that changed this (Enter)',
        () => this.find(pathText(pointerKeys(path))))));
    row.style.paddingLeft = `${Math.min(level - 1, 40) * 16 + 6}px`;
    return row;
  }

  #button(text, title, click) { return make('button', { type: 'button', class: 'find', tabindex: -1, title, click }, text); }

  #toggle(index, isOpen = !this.nodes[index].isOpen) {
    const node = this.nodes[index];
    if (!hasMembers(node.value)) return;
    this.#choices.set(node.path, isOpen);
    this.#refresh();
  }

  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = Math.max(0, this.list.current);
    const node = this.nodes[index];
    const target = listTarget(event, this.list);
    if (target !== undefined) this.list.setCurrent(target);
    else if (event.key === 'ArrowRight') {
      if (node.isOpen && index + 1 < this.nodes.length) this.list.setCurrent(index + 1);
      else this.#toggle(index, true);
    } else if (event.key === 'ArrowLeft') {
      if (node.isOpen && node.parent >= 0) this.#toggle(index, false);
      else if (node.parent >= 0) this.list.setCurrent(node.parent);
    } else if (event.key === '*') this.setAll(true);
    else if (event.key === 'v' || (event.key === 'p' && node.path !== '')) this.#copy(node, event.key === 'p');
    else if (event.key === 'g' && this.#isNumber(node.value)) this.chart(pointerKeys(node.path));
    else if (event.key === 'Enter') {
      if (typeof node.value === 'string' && node.value.length > displayLimit) {
        showText(pathText(pointerKeys(node.path)), node.value);
      } else if (node.path !== '') this.find(pathText(pointerKeys(node.path)));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

const hasMembers = (value) => isContainer(value) && Object.keys(value).length > 0;
const escaped = (key) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The text of a value in the tree. A container shows the number of its members, or the members if it is small. */
function summary(value) {
  if (!isContainer(value)) return compactText(value, displayLimit);
  const count = Object.keys(value).length;
  const brackets = Array.isArray(value) ? '[]' : '{}';
  if (count === 0) return brackets;
  const short = compactText(value, 60);
  return short.endsWith('…') ? `${brackets[0]}${number(count)}${brackets[1]} ${Array.isArray(value) ? '' : short}`
    : short;
}
