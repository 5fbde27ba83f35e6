/**
 * A list of any length that has elements for the rows in sight only. One row is the current one; the list has the focus
 * and says which row that is (`aria-activedescendant`).
 */
class WindowedList {
  current = -1;
  #count = 0;
  #rows = new Map();

  /**
   * `render(index)` makes a row; `choose(index, event)` is called when the reader clicks on one, and `move(index, by)` when
   * a key leads to one: `by` is -1 if it leads up.
   */
  constructor(list, rowHeight, { render, choose = () => {}, move }) {
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
    if (move) list.addEventListener('keydown', (event) => this.#keyDown(event, move));
  }

  get count() { return this.#count; }

  /** Draws the list again, because there are other rows, or they look different. */
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
        // Screen readers read the rows in the order of the document.
        this.space.insertBefore(row, next);
        if (index === this.current) this.#mark(index, true);
      } else {
        next = row.nextSibling;
      }
    }
    this.#describe();
  }

  #keyDown(event, move) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = listTarget(event, this);
    if (target === undefined || this.#count === 0) return;
    move(target, target < this.current || event.key === 'End' ? -1 : 1);
    event.preventDefault();
    event.stopPropagation();
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
