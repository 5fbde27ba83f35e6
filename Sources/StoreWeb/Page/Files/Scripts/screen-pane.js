/** What a person saw on the screen after a step. */
class ScreenPane {
  #starts;

  /** `data` has the different lines, and for each step that has changed the screen the numbers of its lines. */
  constructor(recording, data) {
    this.recording = recording;
    this.data = data;
    this.#starts = data.steps.map(([step]) => step);
  }

  /** The numbers of the lines after an entry; undefined if they are not known. */
  #lines(entry) {
    const { recording, data } = this;
    const isJump = recording.origins[entry] === jumpOrigin;
    const step = isJump ? recording.originNumbers[entry] : Number(recording.keys[entry]);
    const index = this.#starts.findLastIndex((start) => start <= step);
    return index < 0 || (data.end !== null && step >= data.end) ? undefined : data.steps[index][1];
  }

  /** Lines that were not there in the earlier step are marked. `base` is the step that is compared; else the one before. */
  show(entry, base) {
    const { recording, data } = this;
    const before = base ?? Math.max(0, entry - 1);
    page('panel-screen').replaceChildren(...[
      base !== undefined && this.#screen(base, entry, stepText(recording, base)),
      this.#screen(entry, before, base === undefined ? undefined : stepText(recording, entry)),
      data.note !== null && this.#lines(entry) === undefined && make('p', { class: 'problem' }, shown(data.note, 1000)),
    ].filter(Boolean));
  }

  #screen(entry, other, title) {
    const lines = this.#lines(entry);
    if (lines === undefined) return undefined;
    const others = new Set(this.#lines(other));
    return make('figure', {}, title !== undefined && make('figcaption', {}, shown(title, 200)),
      make('pre', { class: 'screen', tabindex: 0, role: 'region', 'aria-label': plainText(title ?? 'Screen', 200) }, lines.map((number) => {
        const [text, style] = this.data.lines[number];
        return make('div', { class: others.has(number) ? style : `${style} differs` }, text === '' ? '\u00A0' : shown(text));
      })));
  }
}
