/** The list of calls of dependencies, and the details of the selected one. */
class CallPane {
  constructor(recording, links) {
    this.recording = recording;
    this.links = links;
    this.list = new WindowedList(page('calls'), 30, {
      render: (index) => this.#row(index),
      choose: (index) => this.show(index),
      move: (index) => this.show(index),
    });
    this.grow();
    if (recording.calls.length === 0) page('call').textContent = 'No calls of dependencies were recorded.';
  }

  /** Updates the list after the recording has grown. */
  grow() {
    this.list.update(this.recording.calls.length);
    page('tab-calls').querySelector('.count').textContent = number(this.recording.calls.length);
  }

  get count() { return this.list.count; }

  #row(index) {
    const { dependency, isError } = this.recording.calls[index];
    const text = callText(this.recording.call(index), 160);
    return make('div', {
      role: 'option', class: 'effect-row', 'aria-selected': false, 'aria-posinset': index + 1, 'aria-setsize': this.list.count,
    },
    make('span', { class: `badge ${isError ? 'cancelled' : 'finished'}` }, isError ? 'error' : 'result'),
    make('span', { class: 'name' }, shown(dependency, 200), ' ', make('span', { class: 'payload' }, shown(text, 200))),
    make('span', { class: 'time' }, durationText(this.recording.call(index).time ?? NaN)));
  }

  show(index) {
    const { recording, links } = this;
    this.list.setCurrent(index);
    const record = recording.call(index);
    const { dependency, effect, entry, isError } = recording.calls[index];
    const caller = recording.effect(effect);
    page('call').replaceChildren(
      make('h2', {}, shown(dependency, 300)),
      make('p', { class: 'meta' }, caller ? ['called by ', links.effect(caller)] : 'called by no effect',
        ', answered after ', links.step(entry)),
      make('h3', {}, 'Arguments'), valuePre(record.arguments ?? [], `${dependency}, arguments`),
      make('h3', {}, isError ? 'Error' : 'Result'),
      valuePre((isError ? record.error : record.result) ?? null, `${dependency}, ${isError ? 'error' : 'result'}`));
    page('call').scrollTop = 0;
  }
}
