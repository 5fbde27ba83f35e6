/** The list of effects, and the details of the selected one. */
class EffectPane {
  /** `select(index)` is called when the reader goes to an effect. */
  constructor(recording, links, select) {
    this.recording = recording;
    this.links = links;
    this.list = new WindowedList(page('effects'), 30, {
      render: (index) => this.#row(index),
      choose: (index) => select(index),
      move: (index) => select(index),
    });
    this.grow();
    if (recording.effects.length === 0) page('effect').textContent = 'No effects were started.';
  }

  /** Updates the list after the recording has grown. */
  grow() {
    this.list.update(this.recording.effects.length);
    page('tab-effects').querySelector('.count').textContent = number(this.recording.effects.length);
  }

  #row(index) {
    const effect = this.recording.effects[index];
    return make('div', {
      role: 'option', class: 'effect-row', 'aria-selected': false, 'aria-posinset': index + 1, 'aria-setsize': this.list.count,
      'aria-label': plainText(describeEffect(this.recording, effect, ', '), 600),
    },
    make('span', { class: `badge ${effect.status}` }, effect.status),
    make('span', { class: 'name' }, make('span', { class: 'prefix' }, `${effect.number} · `), shown(effectName(effect), 200)),
    make('span', { class: 'time' }, durationText(effectDuration(this.recording, effect).time)));
  }

  show(index) {
    const { recording, links } = this;
    const effect = recording.effects[index];
    this.list.setCurrent(index);
    const duration = effectDuration(recording, effect);
    const facts = [
      ['Status', statusText[effect.status]],
      ['Cause', links.step(effect.cause)],
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
      sent.length > 0 && links.steps(sent),
      calls.length > 0 && make('h3', {}, 'Called', make('span', { class: 'count' }, String(calls.length))),
      calls.length > 0 && links.calls(calls),
    ].filter(Boolean));
    page('effect').scrollTop = 0;
  }
}
