/** The screens that a report has. */
class RecordedScreens {
  #starts;

  /** `data` has the different lines, and for each step that has changed the screen the numbers of its lines. */
  constructor(recording, data) {
    this.recording = recording;
    this.data = data;
    this.#starts = data.steps.map(([step]) => step);
  }

  /** The lines after an entry, as pairs of a text and a style; undefined if they are not known. */
  lines(entry) {
    const { recording, data } = this;
    const isJump = recording.origins[entry] === jumpOrigin;
    const step = isJump ? recording.originNumbers[entry] : Number(recording.keys[entry]);
    const index = this.#starts.findLastIndex((start) => start <= step);
    const isKnown = index >= 0 && (data.end === null || step < data.end);
    return isKnown ? data.steps[index][1].map((number) => data.lines[number]) : undefined;
  }

  /** The reason why the lines after an entry are not known. */
  note() { return this.data.note; }
}

/** Shows the screen after a step. */
class ScreenPane {
  /** `screens` knows the `lines(entry)`, or has a `note(entry)` that says why it does not. */
  constructor(recording, screens) {
    this.recording = recording;
    this.screens = screens;
  }

  /** Shows a screen, and marks the lines that are not on the screen of `base`, or else of the step before. */
  show(entry, base) {
    // Nothing is requested while the pane is hidden.
    if (page('panel-screen').hidden) return;
    const { recording, screens } = this;
    const before = base ?? Math.max(0, entry - 1);
    const note = screens.note(entry);
    page('panel-screen').replaceChildren(...[
      base !== undefined && this.#screen(base, entry, stepText(recording, base)),
      this.#screen(entry, before, base === undefined ? undefined : stepText(recording, entry)),
      note !== null && screens.lines(entry) === undefined && make('p', { class: 'problem' }, shown(note, 1000)),
    ].filter(Boolean));
  }

  #screen(entry, other, title) {
    const lines = this.screens.lines(entry);
    if (lines === undefined) return undefined;
    const others = new Set((this.screens.lines(other) ?? []).map(String));
    return make('figure', {}, title !== undefined && make('figcaption', {}, shown(title, 200)),
      make('pre', { class: 'screen', tabindex: 0, role: 'region', 'aria-label': plainText(title ?? 'Screen', 200) }, lines.map((line) => {
        const [text, style] = line;
        return make('div', { class: others.has(String(line)) ? style : `${style} differs` }, text === '' ? '\u00A0' : shown(text));
      })));
  }
}
