// The page: draws what model.js knows. Text from the trace becomes text nodes, never markup.

// MARK: Elements

const page = (id) => document.getElementById(id);

/** Makes an element. What is undefined or false is left out; children are elements or strings. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** Characters that do not show or that turn the text around are shown by their numbers. Emoji need U+200D. */
const hidden = /(?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

/** Text from the trace as nodes: strings, and elements for what would not show. */
function shown(text, limit = Infinity, keepsLines = false) {
  if (text.length > limit) text = `${wholeSlice(text, limit)}…`;
  if (!hidden.test(text)) return [text];
  const parts = text.split(/((?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029])/u);
  return parts.map((part, index) => {
    if (index % 2 === 0 || (keepsLines && part === '\n')) return part;
    const digits = part.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
    return make('span', { class: 'escape' }, `\\u{${digits}}`);
  });
}

const displayLimit = 400;

/** A value on one line, in the colour of its kind; containers as JSON. */
function valueClass(value) {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  return isContainer(value) ? 'summary' : 'keyword';
}

/** JSON with lines, cut if it is long; a button shows the rest. */
function valueBlock(value, className, title, lineLimit = 12) {
  const { text, isCut } = prettyText(value, lineLimit, displayLimit);
  return make('div', { class: className }, shown(text, Infinity, true),
    isCut && [' ', make('button', { type: 'button', class: 'link', click: () => showText(title, value) }, showAllLabel(value))]);
}

function showAllLabel(value) {
  return typeof value === 'string' ? `Show all ${countText(value.length, 'character')}` : 'Show all';
}

/** A text or value in full, in a window of its own. */
function showText(title, value) {
  page('text-title').replaceChildren(...shown(title, 200));
  const text = typeof value === 'string' ? value : prettyText(value).text;
  // In blocks, of which the browser lays out those in sight: one long line would take it many seconds.
  const blocks = text.match(/[^]{1,4000}(?:\n|$)|[^]{4000}(?![\uDC00-\uDFFF])|[^]{1,3999}/g) ?? [];
  page('text-content').replaceChildren(...blocks.map((block) => make('div', {}, shown(block, Infinity, true))));
  page('text').showModal();
}

const plural = (count, noun) => count === 1 ? noun : `${noun}s`;
const number = (count) => count.toLocaleString('en');
const countText = (count, noun) => `${number(count)} ${plural(count, noun)}`;

/** Calls a function with the next frame, once for any number of requests until then. */
function perFrame(body) {
  let isRequested = false;
  return () => {
    if (isRequested) return;
    isRequested = true;
    requestAnimationFrame(() => { isRequested = false; body(); });
  };
}

// MARK: Lists

/**
 * A list of any length that has elements for the rows in sight only. One row is the current one; the list has the focus
 * and says which row that is (`aria-activedescendant`).
 */
class WindowedList {
  current = -1;
  #count = 0;
  #rows = new Map();

  /** `render(index)` makes a row; `choose(index, event)` is called when the reader goes to one. */
  constructor(list, rowHeight, { render, choose = () => {} }) {
    this.list = list;
    this.rowHeight = rowHeight;
    this.render = render;
    this.choose = choose;
    this.space = make('div', { class: 'space', role: 'presentation' });
    list.append(this.space);
    const draw = perFrame(() => this.#draw());
    list.addEventListener('scroll', draw, { passive: true });
    new ResizeObserver(draw).observe(list);
    list.addEventListener('click', (event) => {
      const row = event.target.closest('.row');
      if (row) this.choose(Number(row.dataset.index), event);
    });
  }

  get count() { return this.#count; }

  /** Draws anew: there are other rows, or they look different. */
  update(count = this.#count, current = this.current) {
    this.#count = count;
    this.current = current;
    this.space.style.height = `${count * this.rowHeight}px`;
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    this.#draw();
  }

  setCurrent(index, isRevealed = true) {
    this.#mark(this.current, false);
    this.current = index;
    this.#mark(index, true);
    if (isRevealed) this.reveal(index);
    this.#describe();
  }

  /** Scrolls as little as needed to bring a row into sight, but not to its edge. */
  reveal(index) {
    if (index < 0) return;
    const { list, rowHeight } = this;
    const top = index * rowHeight;
    const margin = Math.min(rowHeight, Math.max(0, (list.clientHeight - rowHeight) / 2));
    if (top - margin < list.scrollTop) list.scrollTop = top - margin;
    else if (top + rowHeight + margin > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + rowHeight + margin - list.clientHeight;
    }
    this.#draw();
  }

  get pageLength() { return Math.max(1, Math.floor(this.list.clientHeight / this.rowHeight) - 1); }

  #draw() {
    const { list, rowHeight } = this;
    const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 4);
    const end = Math.min(this.#count, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 4);
    for (const [index, row] of this.#rows) {
      if (index >= first && index < end) continue;
      row.remove();
      this.#rows.delete(index);
    }
    let next = this.space.firstChild;
    for (let index = first; index < end; index++) {
      let row = this.#rows.get(index);
      if (!row) {
        row = this.render(index);
        row.classList.add('row');
        row.id = `${list.id}-${index}`;
        row.dataset.index = index;
        row.style.top = `${index * rowHeight}px`;
        row.style.height = `${rowHeight}px`;
        this.#rows.set(index, row);
        // Readers go through rows in the order of the document.
        this.space.insertBefore(row, next);
        if (index === this.current) this.#mark(index, true);
      } else {
        next = row.nextSibling;
      }
    }
    this.#describe();
  }

  #mark(index, isCurrent) {
    const row = this.#rows.get(index);
    if (!row) return;
    row.classList.toggle('current', isCurrent);
    row.setAttribute('aria-selected', isCurrent);
  }

  #describe() {
    if (this.#rows.has(this.current)) this.list.setAttribute('aria-activedescendant', `${this.list.id}-${this.current}`);
    else this.list.removeAttribute('aria-activedescendant');
  }
}

/** The keys that move in a list: the index that a key leads to; undefined for other keys. */
function listTarget(event, list) {
  const last = list.count - 1;
  const index = { ArrowDown: list.current + 1, ArrowUp: list.current - 1, PageDown: list.current + list.pageLength,
    PageUp: list.current - list.pageLength, Home: 0, End: last }[event.key];
  return index === undefined ? undefined : Math.max(0, Math.min(last, index));
}

// MARK: The tree

/** A value as a tree whose nodes open and close. Nodes that are closed cost nothing. */
class Tree {
  /** `{ keys, value, level, parent, isOpen, isContainer, position, size }` for each line. */
  nodes = [];
  #choices = new Map();
  #value;
  #owned = new Set();
  #changes = new Changes();

  constructor(list, { find }) {
    this.find = find;
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

  /** Opens what is needed to see a path, and goes there. Of a path that is gone, what is left of it. */
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
    path !== '' && make('button', {
      type: 'button', tabindex: -1, class: 'find', title: 'Lists the steps that changed this (Enter)',
      click: () => this.find(pathText(pointerKeys(path))),
    }, 'Steps that changed this'));
    row.style.paddingLeft = `${Math.min(level - 1, 40) * 16 + 6}px`;
    return row;
  }

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

/** A value in the tree: containers say how much there is in them, and what it is if it is little. */
function summary(value) {
  if (!isContainer(value)) return compactText(value, displayLimit);
  const count = Object.keys(value).length;
  const brackets = Array.isArray(value) ? '[]' : '{}';
  if (count === 0) return brackets;
  const short = compactText(value, 60);
  return short.endsWith('…') ? `${brackets[0]}${number(count)}${brackets[1]} ${Array.isArray(value) ? '' : short}`
    : short;
}

// MARK: The time line

/** Effects as bars, in lanes, under a row of actions. Draws what is in sight. */
class Timeline {
  static #top = 44;
  static #laneHeight = 20;
  #list = page('timeline');
  #canvas = this.#list.querySelector('canvas');
  #space = this.#list.querySelector('.timeline-space');
  #tooltip = page('tooltip');
  #scale = 0;
  #isFitted = true;
  #axis = 'steps';
  #starts = [];
  #ends = [];
  #lanes = [];
  #laneCount = 0;
  #end = 1;
  #entryPositions = [];
  #entry = 0;
  /** The index of the selected effect; -1 for none. */
  selected = -1;

  constructor(recording, { goTo, choose }) {
    this.recording = recording;
    this.goTo = goTo;
    this.choose = choose;
    this.draw = perFrame(() => this.#draw());
    this.#list.addEventListener('scroll', this.draw, { passive: true });
    this.#list.addEventListener('click', (event) => this.#click(event));
    this.#list.addEventListener('pointermove', (event) => this.#hover(event));
    this.#list.addEventListener('pointerleave', () => { this.#tooltip.hidden = true; });
    this.#list.addEventListener('focus', () => { if (this.selected < 0 && recording.effects.length > 0) this.#select(0); });
    this.#list.addEventListener('blur', () => { this.#tooltip.hidden = true; });
    this.#list.addEventListener('keydown', (event) => this.#keyDown(event));
    this.#list.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.25 : 0.8, event.clientX - this.#list.getBoundingClientRect().left);
    }, { passive: false });
    new ResizeObserver(() => this.#resize()).observe(this.#list);
    // What has the same clock for many steps is better seen step by step.
    const isVirtual = recording.header.context !== 'live';
    this.setAxis(isVirtual ? 'steps' : 'time');
    page('axis').value = this.#axis;
    // As high as it needs to be, within reason; the reader may pull it.
    this.#list.style.height = `${Math.min(Timeline.#top + Math.max(2, this.#laneCount) * Timeline.#laneHeight + 24, 204)}px`;
    this.describe();
  }

  /** Where entries and effects are along the axis: numbers of steps, or seconds. */
  setAxis(axis) {
    this.#axis = axis;
    const { recording } = this;
    const { effects } = recording;
    if (axis === 'steps') {
      this.#entryPositions = recording.names.map((_, entry) => entry + 0.5);
      this.#starts = effects.map((effect) => effect.entry + 0.62);
      this.#ends = effects.map((effect, index) => effect.status === 'running'
        ? recording.lastEntry + 1 : Math.max(this.#starts[index] + 0.3, effect.endEntry + 0.95));
      this.#end = recording.lastEntry + 1;
    } else {
      const end = axis === 'time' ? recording.endTime : recording.endWall;
      this.#end = Math.max(end * 1.02, 1e-6);
      this.#entryPositions = axis === 'time' ? recording.times : recording.walls;
      this.#starts = effects.map((effect) => effect.start[axis]);
      this.#ends = effects.map((effect) => effect.end ? effect.end[axis] : this.#end);
    }
    // Bars that would touch, or have no width, need lanes of their own.
    const gap = this.#end / 400;
    const order = effects.map((_, index) => index).sort((left, right) => this.#starts[left] - this.#starts[right]);
    const intervals = order.map((index) => ({
      start: this.#starts[index],
      end: axis === 'steps' ? this.#ends[index] : Math.max(this.#ends[index], this.#starts[index] + gap),
    }));
    const layout = layoutLanes(intervals);
    this.#laneCount = layout.count;
    order.forEach((effect, index) => { this.#lanes[effect] = layout.lanes[index]; });
    this.#isFitted = true;
    this.#resize();
  }

  zoom(factor, at = this.#x(this.#entryPositions[this.#entry])) {
    const position = this.#position(at);
    this.#scale = Math.max(this.#fitScale, Math.min(this.#scale * factor, this.#maximumScale));
    this.#isFitted = this.#scale === this.#fitScale;
    this.#resize();
    this.#list.scrollLeft = position * this.#scale - at;
    this.draw();
  }

  fit() {
    this.#isFitted = true;
    this.#resize();
  }

  show(entry) {
    this.#entry = entry;
    this.#revealPosition(this.#entryPositions[entry]);
    this.draw();
  }

  get #fitScale() { return Math.max(1, this.#list.clientWidth - 2) / this.#end; }
  /** Browsers have no elements wider than some millions of pixels. */
  get #maximumScale() {
    return Math.min(16e6 / this.#end, this.#axis === 'steps' ? 160 : this.#fitScale * 1e5);
  }
  #x(position) { return position * this.#scale - this.#list.scrollLeft; }
  #position(x) { return (x + this.#list.scrollLeft) / this.#scale; }

  #resize() {
    if (this.#isFitted) this.#scale = this.#fitScale;
    this.#scale = Math.max(this.#scale, this.#fitScale);
    this.#space.style.width = this.#isFitted ? '100%' : `${Math.ceil(this.#end * this.#scale)}px`;
    this.#space.style.height = `${Timeline.#top + this.#laneCount * Timeline.#laneHeight + 6}px`;
    this.draw();
  }

  #revealPosition(position) {
    const x = this.#x(position);
    const width = this.#list.clientWidth;
    if (!this.#isFitted && (x < 40 || x > width - 40)) this.#list.scrollLeft = position * this.#scale - width / 2;
  }

  #draw() {
    const [width, height] = [this.#list.clientWidth, this.#list.clientHeight];
    const ratio = devicePixelRatio || 1;
    const canvas = this.#canvas;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const context = canvas.getContext('2d');
    const colors = pageColors();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colors.surface;
    context.fillRect(0, 0, width, height);
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.save();
    context.beginPath();
    context.rect(0, Timeline.#top, width, height);
    context.clip();
    this.#drawEffects(context, colors, width, height);
    context.restore();
    this.#drawAxis(context, colors, width, height);
    this.#drawActions(context, colors, width);
    this.#drawSections(context, colors, width, height);
    this.#drawCurrent(context, colors, height);
  }

  #drawAxis(context, colors, width, height) {
    const interval = axisInterval((this.#axis === 'steps' ? 60 : 90) / this.#scale);
    const step = this.#axis === 'steps' ? Math.max(1, interval) : interval;
    const offset = this.#axis === 'steps' ? 0.5 : 0;
    context.fillStyle = colors.dim;
    context.strokeStyle = colors.line;
    context.lineWidth = 1;
    context.textAlign = 'center';
    const first = Math.max(0, Math.floor(this.#position(0) / step));
    for (let index = first; index * step <= this.#position(width); index++) {
      const value = index * step;
      const x = Math.round(this.#x(value + offset)) + 0.5;
      if (value >= this.#end) break;
      context.beginPath();
      context.moveTo(x, Timeline.#top - 3);
      context.lineTo(x, Timeline.#top);
      context.stroke();
      const text = this.#axis === 'steps' ? this.recording.keys[value] ?? '' : durationText(value);
      const room = context.measureText(text).width / 2 + 3;
      context.fillText(text, Math.max(room, Math.min(x, width - room)), 36);
    }
    context.beginPath();
    context.moveTo(0, Timeline.#top + 0.5);
    context.lineTo(width, Timeline.#top + 0.5);
    context.stroke();
  }

  #drawActions(context, colors, width) {
    const { recording } = this;
    const color = [colors.user, colors.effect, colors.reducer, colors.dim, colors.dim];
    let lastX = -1;
    for (let entry = this.#firstEntry(); entry <= recording.lastEntry; entry++) {
      const x = this.#x(this.#entryPositions[entry]);
      if (x > width + 4) break;
      // Of marks on one pixel, one is enough.
      if (x - lastX < 0.5) continue;
      lastX = x;
      context.fillStyle = color[recording.origins[entry]];
      context.fillRect(x - 1.5, 18, 3, 10);
    }
  }

  /** The first entry in sight; entries are in order along every axis. */
  #firstEntry() {
    const position = this.#position(-4);
    let [low, high] = [0, this.#entryPositions.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#entryPositions[middle] < position) low = middle + 1; else high = middle;
    }
    return low;
  }

  #drawSections(context, colors, width, height) {
    context.textAlign = 'left';
    let right = -Infinity;
    for (const { title, entry } of this.recording.sections) {
      const position = this.#entryPositions[entry] + (this.#axis === 'steps' ? 0.5 : 0);
      const x = Math.round(this.#x(position)) + 0.5;
      if (x < -300 || x > width) continue;
      context.strokeStyle = colors.control;
      context.setLineDash([3, 3]);
      context.beginPath();
      context.moveTo(x, 2);
      context.lineTo(x, height);
      context.stroke();
      context.setLineDash([]);
      if (x < right) continue;
      const text = plainText(title, 40);
      context.fillStyle = colors.text;
      context.fillText(text, x + 4, 9);
      right = x + context.measureText(text).width + 12;
    }
  }

  #bar(index) {
    const left = this.#x(this.#starts[index]);
    const top = Timeline.#top + 4 + this.#lanes[index] * Timeline.#laneHeight - this.#list.scrollTop;
    return { left, top, width: Math.max(4, this.#x(this.#ends[index]) - left), height: Timeline.#laneHeight - 4 };
  }

  #drawEffects(context, colors, width, height) {
    const { recording, selected } = this;
    const sender = recording.origins[this.#entry] === effectOrigin ? recording.originNumbers[this.#entry] : undefined;
    context.textAlign = 'left';
    recording.effects.forEach((effect, index) => {
      const { left, top, width: length, height: thickness } = this.#bar(index);
      if (left > width || left + length < 0 || top > height || top + thickness < Timeline.#top - thickness) return;
      context.fillStyle = colors[effect.status];
      context.beginPath();
      context.roundRect(left, top, length, thickness, 4);
      context.fill();
      if (effect.status === 'cancelled' && length > 8) {
        // Not by colour alone: a cancelled effect ends in a cross, one that runs in an arrow.
        const [x, y] = [left + length - 7, top + thickness / 2];
        this.#stroke(context, colors.text, [[x - 3, y - 3], [x + 3, y + 3]], [[x - 3, y + 3], [x + 3, y - 3]]);
      } else if (effect.status === 'running' && length > 8) {
        const [x, y] = [Math.min(left + length, width) - 6, top + thickness / 2];
        this.#stroke(context, colors.text, [[x - 3, y - 4], [x + 1, y], [x - 3, y + 4]]);
      }
      if (index === selected || effect.number === sender || effect.cause === this.#entry) {
        context.strokeStyle = index === selected ? colors.accent : colors.text;
        context.lineWidth = index === selected ? 2 : 1;
        context.stroke(roundRectangle(left, top, length, thickness));
      }
      const textLeft = Math.max(left, 0) + 5;
      const room = left + length - textLeft - 14;
      if (room < 24) return;
      context.save();
      context.beginPath();
      context.rect(textLeft, top, room, thickness);
      context.clip();
      context.fillStyle = colors.text;
      context.fillText(plainText(effectName(effect), 60), textLeft, top + thickness / 2 + 0.5);
      context.restore();
    });
    if (selected >= 0) this.#drawLinks(context, colors, selected);
  }

  /** Lines to the selected effect from its cause, and from it to what it sent. */
  #drawLinks(context, colors, index) {
    const effect = this.recording.effects[index];
    const { top, height } = this.#bar(index);
    for (const entry of [effect.cause, ...effect.sent.slice(0, 200)]) {
      if (entry === undefined) continue;
      const x = Math.round(this.#x(this.#entryPositions[entry])) + 0.5;
      this.#stroke(context, colors.accent, [[x, Timeline.#top], [x, top + (entry === effect.cause ? height / 2 : 0)]]);
    }
  }

  #stroke(context, color, ...lines) {
    context.strokeStyle = color;
    context.lineWidth = 1.5;
    context.beginPath();
    for (const points of lines) points.forEach(([x, y], index) => index === 0 ? context.moveTo(x, y) : context.lineTo(x, y));
    context.stroke();
  }

  #drawCurrent(context, colors, height) {
    const x = Math.round(this.#x(this.#entryPositions[this.#entry]));
    context.fillStyle = colors.accent;
    context.fillRect(x - 1, 14, 2, height);
    context.beginPath();
    context.moveTo(x - 5, 12);
    context.lineTo(x + 5, 12);
    context.lineTo(x, 19);
    context.fill();
  }

  // What is under a point: an effect's index, or an entry.
  #hit(event) {
    const bounds = this.#list.getBoundingClientRect();
    const [x, y] = [event.clientX - bounds.left - 1, event.clientY - bounds.top - 1];
    if (y > Timeline.#top) {
      const effects = this.recording.effects;
      for (let index = effects.length - 1; index >= 0; index--) {
        const bar = this.#bar(index);
        if (x >= bar.left - 1 && x <= bar.left + bar.width + 1 && y >= bar.top && y <= bar.top + bar.height) return { index };
      }
    }
    const position = this.#position(x);
    const positions = this.#entryPositions;
    let entry = this.#firstEntry();
    while (entry < positions.length - 1 && Math.abs(positions[entry + 1] - position) < Math.abs(positions[entry] - position)) {
      entry++;
    }
    return { entry, isNear: y <= Timeline.#top && Math.abs(this.#x(positions[entry]) - x) < 12 };
  }

  #click(event) {
    const { index, entry } = this.#hit(event);
    if (index === undefined) this.goTo(entry); else this.#select(index, true);
  }

  #hover(event) {
    const { index, entry, isNear } = this.#hit(event);
    if (index === undefined && !isNear) { this.#tooltip.hidden = true; return; }
    const { recording } = this;
    const text = index !== undefined ? describeEffect(recording, recording.effects[index], '\n')
      : `Step ${recording.keys[entry]}: ${recording.names[entry]}\n${describeOrigin(recording, entry)}`;
    this.#showTooltip(text, event.clientX, event.clientY);
  }

  #showTooltip(text, x, y) {
    const tooltip = this.#tooltip;
    tooltip.replaceChildren(...shown(text, 600, true));
    tooltip.hidden = false;
    tooltip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - tooltip.offsetWidth - 8))}px`;
    tooltip.style.top = `${Math.min(y + 16, innerHeight - tooltip.offsetHeight - 8)}px`;
  }

  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.recording.effects.length - 1;
    const target = { ArrowRight: this.selected + 1, ArrowDown: this.selected + 1, ArrowLeft: this.selected - 1,
      ArrowUp: this.selected - 1, Home: 0, End: last }[event.key];
    if (last < 0 || (target === undefined && event.key !== 'Enter')) return;
    if (event.key === 'Enter') this.#select(Math.max(0, this.selected), true);
    else this.#select(Math.max(0, Math.min(last, target)));
    event.preventDefault();
    event.stopPropagation();
  }

  #select(index, isChosen = false) {
    this.selected = index;
    this.#revealPosition(this.#starts[index]);
    const { top, height } = this.#bar(index);
    if (top < Timeline.#top) this.#list.scrollTop += top - Timeline.#top - 4;
    else if (top + height > this.#list.clientHeight) this.#list.scrollTop += top + height - this.#list.clientHeight + 4;
    this.describe();
    this.choose(index, isChosen);
    this.draw();
    if (isChosen || document.activeElement !== this.#list) return;
    const bounds = this.#list.getBoundingClientRect();
    const bar = this.#bar(index);
    this.#showTooltip(describeEffect(this.recording, this.recording.effects[index], '\n'),
      bounds.left + Math.max(0, bar.left), bounds.top + bar.top);
  }

  /** Tells those who do not see the canvas which effect is selected. */
  describe() {
    const { effects } = this.recording;
    const option = page('timeline-option');
    if (this.selected < 0) this.#list.removeAttribute('aria-activedescendant');
    else this.#list.setAttribute('aria-activedescendant', option.id);
    option.textContent = this.selected < 0 ? countText(effects.length, 'effect')
      : `${this.selected + 1} of ${effects.length}: ${describeEffect(this.recording, effects[this.selected], ', ')}`;
  }
}

function roundRectangle(left, top, width, height) {
  const path = new Path2D();
  path.roundRect(left, top, width, height, 4);
  return path;
}

/** For the canvas and for sentences, where there are no elements to show what is hidden. */
function plainText(text, limit) {
  return shown(text, limit).map((part) => typeof part === 'string' ? part : part.textContent).join('');
}

/** The page's colours as they are in its theme: those of the legend, and of the page itself. */
function pageColors() {
  const colors = {};
  for (const item of document.querySelectorAll('.legend [data-color]')) {
    colors[item.dataset.color] = getComputedStyle(item).backgroundColor;
  }
  const style = (element, property) => getComputedStyle(element)[property];
  colors.text = style(document.body, 'color');
  colors.surface = style(page('timeline'), 'backgroundColor');
  colors.line = style(page('timeline'), 'borderTopColor');
  colors.dim = style(document.querySelector('.legend'), 'color');
  colors.control = style(page('axis'), 'borderTopColor');
  colors.accent = style(page('play'), 'color');
  return colors;
}

// MARK: Sentences

function effectName(effect) { return effect.name ?? `Effect ${effect.number}`; }

const statusText = { finished: 'finished', cancelled: 'cancelled', running: 'still running at the end' };

function effectDuration(recording, effect) {
  const end = effect.end ?? { time: recording.endTime, wall: recording.endWall };
  return { time: end.time - effect.start.time, wall: end.wall - effect.start.wall };
}

function stepText(recording, entry) {
  if (entry === undefined) return 'an unknown step';
  return entry === 0 ? 'the start' : `step ${recording.keys[entry]} ${recording.names[entry]}`;
}

function describeEffect(recording, effect, separator) {
  const duration = effectDuration(recording, effect);
  return [
    `Effect ${effect.number}${effect.name === null ? '' : ` “${effect.name}”`}, ${statusText[effect.status]}`,
    `started by ${stepText(recording, effect.cause)}`,
    `${durationText(duration.time)} on the session’s clock, ${durationText(duration.wall)} of real time`,
    effect.sent.length > 0 ? `sent ${countText(effect.sent.length, 'action')}` : undefined,
    effect.location ?? undefined,
  ].filter((part) => part !== undefined).join(separator);
}

function describeOrigin(recording, entry) {
  const sender = recording.originNumbers[entry];
  switch (recording.origins[entry]) {
    case userOrigin: return 'sent by the user';
    case effectOrigin: {
      const effect = recording.effect(sender);
      return `sent by effect ${sender}${effect?.name ? ` “${effect.name}”` : ''}`;
    }
    case reducerOrigin: return `returned by the reducer for ${stepText(recording, recording.entryFor(String(sender)))}`;
    case jumpOrigin: return 'at the prompt: effects were cancelled';
    default: return 'the state that the feature began with';
  }
}

/** A name whose last part stands out. */
function nameNodes(name, limit = 300) {
  const dot = name.lastIndexOf('.') + 1;
  return [dot > 0 && make('span', { class: 'prefix' }, shown(name.slice(0, dot), limit)), make('b', {}, shown(name.slice(dot), limit))]
    .filter(Boolean);
}

// MARK: The report

class Report {
  entry = 0;
  #filter = { origins: new Set([userOrigin, effectOrigin, reducerOrigin]), name: '', terms: [] };
  /** The entries that pass the filter; null if all do. */
  #passing = null;
  /** Lines of the list: an entry, or -1 - the index of a section. */
  #lines = [];
  #timer = null;
  #wasScrubbing = false;
  #linking;
  #search = 0;
  /** Settles when the list shows what was asked for. */
  filtered = Promise.resolve();

  constructor(recording) {
    this.recording = recording;
    this.#describeSession();
    this.actions = new WindowedList(page('actions'), 46, {
      render: (index) => this.#actionRow(index),
      choose: (index) => { if (this.#lines[index] >= 0) this.goTo(this.#lines[index]); },
    });
    this.effects = new WindowedList(page('effects'), 30, {
      render: (index) => this.#effectRow(index),
      choose: (index) => this.selectEffect(index),
    });
    this.calls = new WindowedList(page('calls'), 30, {
      render: (index) => this.#callRow(index),
      choose: (index) => this.#selectCall(index),
    });
    this.tree = new Tree(page('state'), { find: (path) => this.search(path) });
    this.timeline = new Timeline(recording, {
      goTo: (entry) => this.goTo(entry),
      choose: (index, isChosen) => this.selectEffect(index, isChosen),
    });
    page('slider').max = recording.lastEntry;
    page('tab-effects').querySelector('.count').textContent = number(recording.effects.length);
    page('tab-calls').querySelector('.count').textContent = number(recording.calls.length);
    this.#fillNames();
    this.#listen();
    this.#showLines();
    this.effects.update(recording.effects.length);
    this.calls.update(recording.calls.length);
    if (recording.effects.length === 0) page('effect').textContent = 'No effects were started.';
    if (recording.calls.length === 0) page('call').textContent = 'No calls of dependencies were recorded.';
    this.#follow(location.hash);
  }

  #describeSession() {
    const { recording } = this;
    const { header } = recording;
    const count = (origin) => recording.origins.reduce((sum, value) => sum + (value === origin), 0);
    const status = (name) => recording.effects.reduce((sum, effect) => sum + (effect.status === name), 0);
    const actions = count(userOrigin) + count(effectOrigin) + count(reducerOrigin);
    page('title').replaceChildren(...shown(`${header.program ?? ''} · ${header.feature ?? ''}`, 200));
    this.summary = [
      ['Recorded', [String(header.date ?? '–').replace('T', ' ').replace(/\.\d+|Z/g, '') + ' UTC', header.version && `${header.program} ${header.version}`,
        header.context === 'live' ? 'live values' : 'mock values', header.seed !== undefined && header.seed !== null && `seed ${literal(header.seed)}`]],
      ['Actions', [countText(actions, 'action'), `${number(count(userOrigin))} by the user`,
        `${number(count(effectOrigin))} by effects`, `${number(count(reducerOrigin))} by the reducer`]],
      ['Effects', [countText(recording.effects.length, 'effect'), ...['cancelled', 'running']
        .filter((name) => status(name) > 0).map((name) => `${number(status(name))} ${statusText[name]}`)]],
      ['Time', [`${durationText(recording.endTime)} on the session’s clock`, `${durationText(recording.endWall)} of real time`]],
      ['Ended', [recording.status === null ? 'the recording was not ended: the program was stopped'
        : `exit status ${literal(recording.status)}`]],
    ].map(([name, parts]) => [name, parts.filter(Boolean).join(', ')]);
    page('facts').replaceChildren(...shown(
      [this.summary[0][1], this.summary[1][1], this.summary[2][1], this.summary[3][1]].join(' · '), 1000));
    const notes = header.notes?.length > 0 ? header.notes
      : recording.status === null ? ['The program was stopped before it ended the recording.']
        : recording.status === 0 ? [] : [`The program ended with exit status ${literal(recording.status)}.`];
    page('notice').hidden = notes.length === 0;
    page('notice').replaceChildren(...shown(notes.join(' '), 400));
  }

  #fillNames() {
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
    select.append(option('', 'All names'));
    for (const [group, names] of groups) {
      const options = names.map((name) => option(name, `${name} (${counts.get(name)})`));
      if (group === '' || names.length === 1) select.append(...options);
      else select.append(make('optgroup', { label: plainText(group, 80) }, option(group, `${group}: all`), ...options));
    }
  }

  // MARK: Where the reader is

  /** Shows an entry. `how` says what becomes of the browser's history: a new item (`go`), or one for a whole run (`scrub`). */
  goTo(entry, how = 'go') {
    entry = Math.max(0, Math.min(this.recording.lastEntry, entry));
    const isElsewhere = entry !== this.entry;
    // What the address was to become before, so that going back leads there.
    if (how === 'go' && this.#linking) this.#link('replaceState');
    this.#show(entry);
    // Going back undoes a whole run of steps, not each of them.
    const isReplaced = !isElsewhere || (how === 'scrub' && this.#wasScrubbing);
    this.#wasScrubbing = how === 'scrub' && (this.#wasScrubbing || isElsewhere);
    if (isReplaced) this.#linking ??= setTimeout(() => this.#link('replaceState'), 200); else this.#link('pushState');
  }

  /** Puts the step into the address. Browsers allow that a few times a second, and a slider moves more often. */
  #link(method) {
    clearTimeout(this.#linking);
    this.#linking = undefined;
    const link = `#step=${encodeURIComponent(this.recording.keys[this.entry])}`;
    // Where a page may not touch its history, as in some frames, links are what is lost.
    try { history[method](null, '', link); } catch { }
  }

  /** Goes to the next entry that is listed, or the one before. False if there is none. */
  move(by) {
    const target = this.#neighbour(by);
    if (target === undefined) return false;
    this.goTo(target, 'scrub');
    return true;
  }

  #neighbour(by) {
    const { lastEntry } = this.recording;
    if (!this.#passing) {
      const target = this.entry + by;
      return target >= 0 && target <= lastEntry ? target : undefined;
    }
    return by > 0 ? this.#passing.find((entry) => entry > this.entry) : this.#passing.findLast((entry) => entry < this.entry);
  }

  #follow(hash) {
    const key = new URLSearchParams(hash.slice(1)).get('step');
    const entry = key === null ? 0 : this.recording.entryFor(key);
    this.#wasScrubbing = false;
    clearTimeout(this.#linking);
    this.#linking = undefined;
    this.#show(entry ?? 0);
    if (entry === undefined) this.announce(`There is no step ${plainText(key, 40)}.`);
  }

  announce(text) { page('status').textContent = text; }

  #show(entry) {
    this.entry = entry;
    const { recording } = this;
    const key = recording.keys[entry];
    const last = recording.keys[recording.lastEntry];
    page('slider').value = entry;
    page('slider').setAttribute('aria-valuetext', `${stepText(recording, entry)}, of ${last}`);
    page('position').textContent = `Step ${key} of ${last}`;
    page('state-step').textContent = entry === 0 ? 'at the start' : `after step ${key}`;
    let problem, shownState;
    try {
      shownState = recording.changes(entry);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      problem = `The recorded change cannot be applied: ${error.message}.`;
      shownState = { state: null, owned: new Set(), changes: new Changes() };
    }
    const { state, owned, changes } = shownState;
    this.tree.show(state, owned, changes, page('follow').checked);
    this.#showStep(entry, changes.list, problem);
    this.actions.setCurrent(this.#lines.indexOf(entry));
    this.timeline.show(entry);
    page('first').disabled = page('previous').disabled = this.#neighbour(-1) === undefined;
    page('last').disabled = page('next').disabled = this.#neighbour(1) === undefined;
    if (!this.#timer) {
      const count = changes.list.length;
      this.announce(`Step ${key} of ${last}: ${plainText(recording.names[entry], 200)}, ${plainText(describeOrigin(recording, entry), 200)}`
        + `, ${count === 0 ? 'no changes' : countText(count, 'change')}`);
    }
  }

  play(isPlaying = !this.#timer) {
    clearInterval(this.#timer);
    this.#timer = null;
    document.body.toggleAttribute('data-playing', isPlaying);
    page('play').setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
    if (!isPlaying) return;
    if (this.#neighbour(1) === undefined) this.goTo(this.#passing?.[0] ?? 0, 'scrub');
    this.#timer = setInterval(() => { if (!this.move(1)) this.play(false); }, 1000 / Number(page('speed').value));
  }

  // MARK: The list of actions

  /** Puts a text into the search field, as if typed. */
  search(text) {
    page('search').value = text;
    this.#setPane('actions');
    this.applyFilter();
  }

  /** Lists what passes the filter. A long trace is looked through in slices, so that keys stay quick. */
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
      this.#passing = null;
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
      this.#passing = passing;
    }
    this.#showLines();
    this.#show(this.entry);
    const count = this.#passing ? this.#passing.length : recording.lastEntry + 1;
    this.announce(`${countText(count, 'step')} listed`);
  }

  #showLines() {
    const { recording } = this;
    const lines = [];
    let section = 0;
    const entries = this.#passing ?? recording.names.keys();
    const isSectioned = !this.#passing || this.#filter.terms.length === 0;
    for (const entry of entries) {
      while (isSectioned && section < recording.sections.length && recording.sections[section].entry < entry) lines.push(-1 - section++);
      lines.push(entry);
    }
    while (!this.#passing && section < recording.sections.length) lines.push(-1 - section++);
    this.#lines = lines;
    this.actions.update(lines.length, lines.indexOf(this.entry));
    const total = recording.lastEntry + 1;
    page('shown').textContent = this.#passing ? `${number(this.#passing.length)} of ${number(total)}` : number(total);
    page('no-actions').hidden = lines.length > 0;
    page('actions').hidden = lines.length === 0;
  }

  #actionRow(index) {
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

  // MARK: The step

  #showStep(entry, changes, problem) {
    const { recording } = this;
    const record = recording.record(entry);
    const name = recording.names[entry];
    const origin = recording.origins[entry];
    const sender = recording.originNumbers[entry];
    const effect = origin === effectOrigin ? recording.effect(sender) : undefined;
    const reduced = origin === reducerOrigin ? recording.entryFor(String(sender)) : undefined;
    const meta = make('p', { class: 'meta' },
      effect ? ['sent by ', this.#effectLink(effect), ', which ', this.#stepLink(effect.cause), ' started']
        : reduced !== undefined ? ['returned by the reducer for ', this.#stepLink(reduced)] : shown(describeOrigin(recording, entry), 300),
      entry > 0 && ` · at ${durationText(recording.times[entry])} on the session’s clock, ${durationText(recording.walls[entry])} of real time`);
    const parts = [
      make('h2', {}, entry === 0 ? 'Start' : [make('span', { class: 'prefix' }, `${recording.keys[entry]} · `), ...nameNodes(name, 2000)]),
      meta,
      problem && make('p', { class: 'problem', role: 'alert' }, shown(problem, 1000)),
    ];
    const payload = origin <= reducerOrigin ? payloadOf(record.action, name) : undefined;
    if (payload !== undefined) parts.push(make('h3', {}, 'Payload'), this.#block(payload, name));
    parts.push(make('h3', {}, 'Changes', make('span', { class: 'count' }, String(changes.length))),
      changes.length === 0 ? make('p', { class: 'summary' }, entry === 0 ? 'Nothing happened yet.' : 'The state stayed as it was.')
        : this.#changeList(changes));
    const started = recording.effects.filter((effect) => effect.cause === entry);
    const ended = recording.effects.filter((effect) => effect.end && effect.endEntry === entry && effect.cause !== entry);
    if (started.length > 0) parts.push(make('h3', {}, 'Started'), this.#effectList(started));
    if (ended.length > 0) parts.push(make('h3', {}, 'Ended before the next step'), this.#effectList(ended));
    const calls = recording.calls.map((_, index) => index).filter((index) => recording.calls[index].entry === entry);
    if (calls.length > 0) parts.push(make('h3', {}, 'Dependencies answered before the next step'), this.#callList(calls));
    page('panel-step').replaceChildren(...parts.filter(Boolean));
    page('panel-step').scrollTop = 0;
  }

  #block(value, title) {
    const pre = valueBlock(value, '', title);
    return make('pre', {}, ...pre.childNodes);
  }

  #changeList(changes, limit = 100) {
    const list = make('ul', { class: 'changes' }, changes.slice(0, limit).map((change) => this.#changeItem(change, true)));
    if (changes.length > limit) {
      list.append(make('li', {}, make('button', {
        type: 'button',
        click: () => list.replaceChildren(...changes.map((change) => this.#changeItem(change, true))),
      }, `Show all ${countText(changes.length, 'change')}`)));
    }
    return list;
  }

  #changeItem({ kind, keys, old, new: value, from }, isLinked) {
    const title = pathText(keys);
    const block = isLinked ? valueBlock : (value, className) => make('div', { class: className }, shown(compactText(value, 300)));
    const path = isLinked ? make('button', {
      type: 'button', class: 'link', title: 'Show in the state',
      click: () => { this.#setPane('state'); this.tree.reveal(keys); },
    }, shown(title, 300)) : make('span', { class: 'link' }, shown(title, 300));
    return make('li', { class: `change ${kind}` }, path,
      make('span', { class: 'kind' }, kind === 'moved' ? shown(`moved from ${pathText(from)}`, 300) : kind),
      kind !== 'moved' && make('div', { class: 'values' },
        kind !== 'added' && block(old, 'old', `${title}, before`),
        kind !== 'removed' && block(value, 'new', title)));
  }

  #effectList(effects) {
    return make('ul', { class: 'items' }, effects.slice(0, 200).map((effect) => make('li', {},
      make('span', { class: `badge ${effect.status}` }, effect.status === 'running' ? 'still running' : effect.status),
      this.#effectLink(effect),
      make('span', { class: 'summary' }, durationText(effectDuration(this.recording, effect).time)))),
    effects.length > 200 && make('li', {}, `and ${effects.length - 200} more`));
  }

  #callList(calls) {
    return make('ul', { class: 'items' }, calls.slice(0, 200).map((index) => {
      const record = this.recording.call(index);
      return make('li', {}, make('button', { type: 'button', class: 'link mono', click: () => this.#selectCall(index, true) },
        shown(this.recording.calls[index].dependency, 200)),
      make('span', { class: 'summary mono' }, shown(callText(record, 160), 200)));
    }), calls.length > 200 && make('li', {}, `and ${calls.length - 200} more`));
  }

  #effectLink(effect) {
    const index = this.recording.effects.indexOf(effect);
    return make('button', { type: 'button', class: 'link', click: () => this.selectEffect(index, true) },
      shown(effect.name === null ? `effect ${effect.number}` : `effect ${effect.number} “${effect.name}”`, 200));
  }

  #stepLink(entry) {
    if (entry === undefined) return 'an unknown step';
    return make('button', { type: 'button', class: 'link', click: () => this.goTo(entry) }, shown(stepText(this.recording, entry), 200));
  }

  // MARK: Effects and calls

  #effectRow(index) {
    const effect = this.recording.effects[index];
    return make('div', {
      role: 'option', class: 'effect-row', 'aria-selected': false, 'aria-posinset': index + 1, 'aria-setsize': this.effects.count,
      'aria-label': plainText(describeEffect(this.recording, effect, ', '), 600),
    },
    make('span', { class: `badge ${effect.status}` }, effect.status),
    make('span', { class: 'name' }, make('span', { class: 'prefix' }, `${effect.number} · `), shown(effectName(effect), 200)),
    make('span', { class: 'time' }, durationText(effectDuration(this.recording, effect).time)));
  }

  /** Shows an effect: on the time line and in the list; and brings the list to the front if it was chosen for that. */
  selectEffect(index, isChosen = false) {
    const effect = this.recording.effects[index];
    if (!effect) return;
    if (isChosen) { this.#selectTab('effects'); this.#setPane('step'); }
    this.effects.setCurrent(index);
    this.timeline.selected = index;
    this.timeline.describe();
    this.timeline.draw();
    const duration = effectDuration(this.recording, effect);
    const facts = [
      ['Status', statusText[effect.status]],
      ['Cause', this.#stepLink(effect.cause)],
      ['Duration', `${durationText(duration.time)} on the session’s clock, ${durationText(duration.wall)} of real time`],
      ['From', `${durationText(effect.start.time)}${effect.end ? ` to ${durationText(effect.end.time)}` : ''}`],
      effect.location !== null && ['Started at', make('code', {}, shown(effect.location, 300))],
      effect.ids.length > 0 && ['Cancellation', make('code', {}, shown(effect.ids.join(', '), 1000))],
    ].filter(Boolean);
    const { sent, calls } = effect;
    page('effect').replaceChildren(...[
      make('h2', {}, shown(effectName(effect), 300)),
      make('dl', { class: 'facts' }, facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])),
      sent.length > 0 && make('h3', {}, 'Sent', make('span', { class: 'count' }, String(sent.length))),
      sent.length > 0 && make('ul', { class: 'items' }, sent.slice(0, 200).map((entry) => make('li', {}, this.#stepLink(entry))),
        sent.length > 200 && make('li', {}, `and ${sent.length - 200} more`)),
      calls.length > 0 && make('h3', {}, 'Called', make('span', { class: 'count' }, String(calls.length))),
      calls.length > 0 && this.#callList(calls),
    ].filter(Boolean));
    page('effect').scrollTop = 0;
  }

  #callRow(index) {
    const { dependency, isError } = this.recording.calls[index];
    const text = callText(this.recording.call(index), 160);
    return make('div', {
      role: 'option', class: 'effect-row', 'aria-selected': false, 'aria-posinset': index + 1, 'aria-setsize': this.calls.count,
    },
    make('span', { class: `badge ${isError ? 'cancelled' : 'finished'}` }, isError ? 'error' : 'result'),
    make('span', { class: 'name' }, shown(dependency, 200), ' ', make('span', { class: 'payload' }, shown(text, 200))),
    make('span', { class: 'time' }, durationText(this.recording.call(index).time ?? NaN)));
  }

  #selectCall(index, isChosen = false) {
    if (isChosen) { this.#selectTab('calls'); this.#setPane('step'); }
    this.calls.setCurrent(index);
    const record = this.recording.call(index);
    const { dependency, effect, entry, isError } = this.recording.calls[index];
    const caller = this.recording.effect(effect);
    page('call').replaceChildren(
      make('h2', {}, shown(dependency, 300)),
      make('p', { class: 'meta' }, caller ? ['called by ', this.#effectLink(caller)] : 'called by no effect',
        ', answered after ', this.#stepLink(entry)),
      make('h3', {}, 'Arguments'), this.#block(record.arguments ?? [], `${dependency}, arguments`),
      make('h3', {}, isError ? 'Error' : 'Result'),
      this.#block((isError ? record.error : record.result) ?? null, `${dependency}, ${isError ? 'error' : 'result'}`));
    page('call').scrollTop = 0;
  }

  #selectTab(name, isFocused = false) {
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      const isSelected = tab.id === `tab-${name}`;
      tab.setAttribute('aria-selected', isSelected);
      tab.tabIndex = isSelected ? 0 : -1;
      page(tab.getAttribute('aria-controls')).hidden = !isSelected;
      if (isSelected && isFocused) tab.focus();
    }
    if (name === 'effects' && this.effects.current < 0) this.selectEffect(Math.max(0, this.timeline.selected));
    if (name === 'calls' && this.calls.current < 0 && this.calls.count > 0) this.#selectCall(0);
    this[name]?.update?.();
    this[name]?.reveal?.(this[name].current);
  }

  /** In a narrow window there is one pane at a time. */
  #setPane(name) {
    document.body.dataset.pane = name;
    for (const button of document.querySelectorAll('.panes button')) {
      button.setAttribute('aria-pressed', button.dataset.pane === name);
    }
  }

  // MARK: Print

  /** Lays out for paper: the summary, and the listed actions with what they changed. */
  #print() {
    const { recording } = this;
    const limit = 1000;
    const entries = this.#passing ?? [...recording.names.keys()];
    const listed = entries.slice(0, limit);
    let section = 0;
    const steps = listed.flatMap((entry) => {
      const parts = [];
      while (!this.#passing && section < recording.sections.length && recording.sections[section].entry < entry) {
        parts.push(make('h2', {}, shown(recording.sections[section++].title, 200)));
      }
      let changes = [], problem;
      try { changes = recording.changes(entry).changes.list; } catch (error) { problem = error.message; }
      const payload = recording.origins[entry] <= reducerOrigin ? payloadOf(recording.record(entry).action, recording.names[entry]) : undefined;
      const started = recording.effects.filter((effect) => effect.cause === entry).slice(0, 20);
      parts.push(make('article', {},
        make('h3', {}, make('span', {}, recording.keys[entry]), make('span', {}, nameNodes(recording.names[entry])),
          make('span', { class: 'prefix' }, shown(`${describeOrigin(recording, entry)}, at ${durationText(recording.times[entry])}`, 300))),
        payload !== undefined && make('div', { class: 'mono' }, shown(compactText(payload, 400))),
        problem && make('p', { class: 'problem' }, shown(problem, 400)),
        make('ul', { class: 'changes' }, changes.slice(0, 40).map((change) => this.#changeItem(change, false)),
          changes.length > 40 && make('li', {}, `and ${changes.length - 40} more changes`)),
        started.map((effect) => make('div', { class: 'mono' }, shown(
          `→ ${effectName(effect)}: ${statusText[effect.status]}, ${durationText(effectDuration(recording, effect).time)}`, 300)))));
      return parts;
    });
    page('print').replaceChildren(
      make('h2', {}, 'Summary'),
      make('table', {}, make('tbody', {}, this.summary.map(([name, text]) =>
        make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, shown(text, 400)))))),
      make('h2', {}, this.#passing ? `Actions that pass the filter (${this.#passing.length})` : 'Actions'),
      ...steps,
      entries.length > limit ? make('p', {}, `The first ${number(limit)} of ${number(entries.length)} steps. `
        + 'A filter prints others.') : '');
    page('print').hidden = false;
  }

  // MARK: Events

  #listen() {
    const on = (id, event, body) => page(id).addEventListener(event, body);
    on('first', 'click', () => this.goTo(this.#passing?.[0] ?? 0));
    on('previous', 'click', () => this.move(-1));
    on('play', 'click', () => this.play());
    on('next', 'click', () => this.move(1));
    on('last', 'click', () => this.goTo(this.#passing?.at(-1) ?? this.recording.lastEntry));
    on('slider', 'input', () => this.goTo(Number(page('slider').value), 'scrub'));
    on('speed', 'change', () => { if (this.#timer) this.play(true); });
    on('search', 'input', () => this.applyFilter());
    on('name', 'change', () => this.applyFilter());
    for (const box of document.querySelectorAll('[data-origin]')) box.addEventListener('change', () => this.applyFilter());
    on('clear-filter', 'click', () => this.#clearFilter());
    document.querySelector('.filter').addEventListener('submit', (event) => event.preventDefault());
    on('axis', 'change', () => this.timeline.setAxis(page('axis').value));
    on('zoom-in', 'click', () => this.timeline.zoom(1.5));
    on('zoom-out', 'click', () => this.timeline.zoom(1 / 1.5));
    on('zoom-fit', 'click', () => this.timeline.fit());
    on('expand', 'click', () => this.tree.setAll(true));
    on('collapse', 'click', () => this.tree.setAll(false));
    on('help-open', 'click', () => page('help').showModal());
    on('theme', 'change', () => this.setTheme(page('theme').value));
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      tab.addEventListener('click', () => this.#selectTab(tab.id.slice(4)));
    }
    document.querySelector('[role="tablist"]').addEventListener('keydown', (event) => {
      const names = ['step', 'effects', 'calls'];
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const index = names.indexOf(document.querySelector('[role="tab"][aria-selected="true"]').id.slice(4));
      this.#selectTab(names[(index + by + names.length) % names.length], true);
      event.preventDefault();
      event.stopPropagation();
    });
    for (const button of document.querySelectorAll('.panes button')) {
      button.addEventListener('click', () => this.#setPane(button.dataset.pane));
    }
    this.#listenToList('actions', (index, by) => {
      // Sections are no steps: the key goes on to the next one that is.
      while (this.#lines[index] < 0 && this.#lines[index + by] !== undefined) index += by;
      if (this.#lines[index] >= 0) this.goTo(this.#lines[index], 'scrub');
    });
    this.#listenToList('effects', (index) => this.selectEffect(index));
    this.#listenToList('calls', (index) => this.#selectCall(index));
    document.addEventListener('keydown', (event) => this.#keyDown(event));
    addEventListener('popstate', () => this.#follow(location.hash));
    addEventListener('hashchange', () => this.#follow(location.hash));
    addEventListener('beforeprint', () => this.#print());
    addEventListener('afterprint', () => { page('print').replaceChildren(); page('print').hidden = true; });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.timeline.draw());
    let theme = '';
    try { theme = localStorage.getItem('report-theme') ?? ''; } catch { }
    this.setTheme(theme);
  }

  #listenToList(name, choose) {
    page(name).addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = listTarget(event, this[name]);
      if (target === undefined || this[name].count === 0) return;
      choose(target, target < this[name].current || event.key === 'End' ? -1 : 1);
      event.preventDefault();
      event.stopPropagation();
    });
  }

  #clearFilter() {
    page('search').value = '';
    page('name').value = '';
    for (const box of document.querySelectorAll('[data-origin]')) box.checked = true;
    page('search').focus();
    this.applyFilter();
  }

  setTheme(theme) {
    if (!['light', 'dark'].includes(theme)) theme = '';
    if (theme === '') delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = theme;
    page('theme').value = theme;
    // Where there is no storage, the choice lasts as long as the page.
    try { if (theme === '') localStorage.removeItem('report-theme'); else localStorage.setItem('report-theme', theme); } catch { }
    this.timeline.draw();
  }

  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = event.target;
    const isField = target.matches('input[type="search"], select, textarea');
    if (event.key === 'Escape' && target === page('search')) {
      if (page('search').value !== '') { page('search').value = ''; this.applyFilter(); } else page('actions').focus();
      event.preventDefault();
      return;
    }
    if (isField && !(target === page('search') && event.key === 'Enter')) return;
    const isSlider = target === page('slider');
    const ownsArrows = isSlider || target.matches('[role="tab"], .scroll');
    const themes = ['', 'light', 'dark'];
    const commands = {
      ArrowRight: !ownsArrows && (() => this.move(1)), ArrowLeft: !ownsArrows && (() => this.move(-1)),
      ArrowDown: !ownsArrows && (() => this.move(1)), ArrowUp: !ownsArrows && (() => this.move(-1)),
      j: () => this.move(1), k: () => this.move(-1),
      Home: () => this.goTo(this.#passing?.[0] ?? 0), End: () => this.goTo(this.#passing?.at(-1) ?? this.recording.lastEntry),
      // A button or a box has its own use for the space bar.
      ' ': !target.matches('button, input[type="checkbox"]') && (() => this.play()),
      Enter: target === page('search') && (() => { if (this.#passing?.length) { this.goTo(this.#passing[0]); page('actions').focus(); } }),
      '/': () => { this.#setPane('actions'); page('search').focus(); page('search').select(); },
      '?': () => page('help').showModal(),
      1: () => this.#selectTab('step'), 2: () => this.#selectTab('effects'), 3: () => this.#selectTab('calls'),
      '+': () => this.timeline.zoom(1.5), '=': () => this.timeline.zoom(1.5), '-': () => this.timeline.zoom(1 / 1.5),
      0: () => this.timeline.fit(),
      t: () => this.setTheme(themes[(themes.indexOf(page('theme').value) + 1) % 3]),
    };
    const command = Object.hasOwn(commands, event.key) && commands[event.key];
    if (!command) return;
    command();
    event.preventDefault();
  }
}

function callText(record, limit) {
  const text = (record.arguments ?? []).map((argument) => compactText(argument, limit)).join(', ');
  return record.error !== undefined ? `(${text}) failed: ${compactText(record.error, limit)}`
    : `(${text}) → ${compactText(record.result ?? null, limit)}`;
}

const records = document.getElementsByClassName('records');
const frames = document.getElementsByClassName('frame');
const report = new Report(new Recording(parseJSON(page('header').textContent), records.length,
  (index) => records[index].textContent, (index) => frames[index].textContent));
