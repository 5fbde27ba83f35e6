/** Buttons that lead to steps, effects, calls and places in the state. */
class Links {
  /** Each function receives the target of a button: an entry, the index of an effect or of a call, or keys. */
  constructor(recording, { goTo, selectEffect, selectCall, reveal }) {
    Object.assign(this, { recording, goTo, selectEffect, selectCall, reveal });
  }

  step(entry) {
    if (entry === undefined) return 'an unknown step';
    return make('button', { type: 'button', class: 'link', click: () => this.goTo(entry) }, shown(stepText(this.recording, entry), 200));
  }

  effect(effect) {
    const index = this.recording.effects.indexOf(effect);
    return make('button', { type: 'button', class: 'link', click: () => this.selectEffect(index) },
      shown(effect.name === null ? `effect ${effect.number}` : `effect ${effect.number} “${effect.name}”`, 200));
  }

  place(keys) {
    return make('button', { type: 'button', class: 'link', title: 'Show in the state', click: () => this.reveal(keys) },
      shown(pathText(keys), 300));
  }

  steps(entries) { return this.#list(entries, (entry) => [this.step(entry)]); }

  effects(effects) {
    return this.#list(effects, (effect) => [
      make('span', { class: `badge ${effect.status}` }, effect.status === 'running' ? 'still running' : effect.status),
      this.effect(effect),
      make('span', { class: 'summary' }, durationText(effectDuration(this.recording, effect).time)),
    ]);
  }

  calls(calls) {
    return this.#list(calls, (index) => [
      make('button', { type: 'button', class: 'link mono', click: () => this.selectCall(index) },
        shown(this.recording.calls[index].dependency, 200)),
      make('span', { class: 'summary mono' }, shown(callText(this.recording.call(index), 160), 200)),
    ]);
  }

  #list(items, parts) {
    return make('ul', { class: 'items' }, items.slice(0, 200).map((item) => make('li', {}, parts(item))),
      items.length > 200 && make('li', {}, `and ${items.length - 200} more`));
  }
}
