/** Shows effects as bars, in lanes, under a row of actions. Draws only the visible part. */
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
    // On a virtual clock, many steps have the same time, so the axis counts steps.
    const isVirtual = recording.header.context !== 'live';
    this.setAxis(isVirtual ? 'steps' : 'time');
    page('axis').value = this.#axis;
    // As high as all lanes, up to a limit. The reader may resize it.
    this.#list.style.height = `${Math.min(Timeline.#top + Math.max(2, this.#laneCount) * Timeline.#laneHeight + 24, 204)}px`;
    this.describe();
  }

  /** Sets the axis: entries and effects are placed by the numbers of steps, or by seconds. */
  setAxis(axis, isFitted = true) {
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
    // Bars that would touch, or have no width, need separate lanes.
    const gap = this.#end / 400;
    const order = effects.map((_, index) => index).sort((left, right) => this.#starts[left] - this.#starts[right]);
    const intervals = order.map((index) => ({
      start: this.#starts[index],
      end: axis === 'steps' ? this.#ends[index] : Math.max(this.#ends[index], this.#starts[index] + gap),
    }));
    const layout = layoutLanes(intervals);
    this.#laneCount = layout.count;
    order.forEach((effect, index) => { this.#lanes[effect] = layout.lanes[index]; });
    this.#isFitted = isFitted;
    this.#resize();
  }

  /** Updates the time line after the recording has grown. */
  grow() { this.setAxis(this.#axis, this.#isFitted); }

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
  /** Browsers limit the width of elements to some millions of pixels. */
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
      // One mark for each pixel is enough.
      if (x - lastX < 0.5) continue;
      lastX = x;
      context.fillStyle = color[recording.origins[entry]];
      context.fillRect(x - 1.5, 18, 3, 10);
    }
  }

  /** The first visible entry. Entries are in order along every axis. */
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
        // Colour alone is not enough for all readers: a cancelled effect ends in a cross, and a running one in an
        // arrow.
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

  /** Draws lines from the cause to the selected effect, and from the effect to the actions that it sent. */
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

  // Finds the effect or the entry under a point.
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

  /** Describes the selected effect for readers who do not see the canvas. */
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
