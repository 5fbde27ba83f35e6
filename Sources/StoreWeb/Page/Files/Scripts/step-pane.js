/** Shows a step: its action, its changes, and the effects and calls that belong to it. */
class StepPane {
  /** `compare()` is called to begin or end a comparison with the step that is shown. */
  constructor(recording, links, compare) {
    this.recording = recording;
    this.links = links;
    this.compare = compare;
  }

  /** `problem` says why the changes are not known; `base` is the step that this one is compared with, if it is. */
  show(entry, changes, problem, base) {
    const { recording, links } = this;
    const record = recording.record(entry);
    const name = recording.names[entry];
    const origin = recording.origins[entry];
    const sender = recording.originNumbers[entry];
    const effect = origin === effectOrigin ? recording.effect(sender) : undefined;
    const reduced = origin === reducerOrigin ? recording.entryFor(String(sender)) : undefined;
    const meta = make('p', { class: 'meta' },
      effect ? [record.kind === 'modified' ? 'by ' : 'sent by ', links.effect(effect), ', which ', links.step(effect.cause), ' started']
        : reduced !== undefined ? ['returned by the reducer for ', links.step(reduced)] : shown(describeOrigin(recording, entry), 300),
      entry > 0 && ` · at ${durationText(recording.times[entry])} on the session’s clock, ${durationText(recording.walls[entry])} of real time`,
      recording.durations[entry] !== null && ` · took ${durationText(recording.durations[entry])}`);
    const parts = [
      make('h2', {}, entry === 0 ? 'Start' : [make('span', { class: 'prefix' }, `${recording.keys[entry]} · `), ...nameNodes(name, 2000)]),
      meta,
      make('p', { class: 'compare' }, make('button', { type: 'button', title: 'Compare (c)', 'aria-keyshortcuts': 'c', click: this.compare },
        base === undefined ? 'Compare with other steps' : 'Stop comparing')),
      problem && make('p', { class: 'problem', role: 'alert' }, shown(problem, 1000)),
    ];
    const payload = origin <= reducerOrigin ? payloadOf(record.action, name) : undefined;
    if (payload !== undefined) parts.push(make('h3', {}, 'Payload'), valuePre(payload, name));
    const causes = recording.causes(entry);
    if (causes.length > 2) {
      parts.push(make('h3', {}, 'How it came'), make('ol', { class: 'items causes' }, causes.map(({ entry, effect }) =>
        make('li', {}, effect ? links.effect(effect) : links.step(entry)))));
    }
    parts.push(make('h3', {}, base === undefined ? 'Changes' : ['Changes since ', links.step(base)], make('span', { class: 'count' }, String(changes.length))),
      changes.length === 0 ? make('p', { class: 'summary' }, base !== undefined ? 'The states are the same.'
        : entry === 0 ? 'Nothing happened yet.' : 'The state stayed as it was.')
        : this.#changeList(changes));
    const started = recording.effects.filter((effect) => effect.cause === entry);
    const ended = recording.effects.filter((effect) => effect.end && effect.endEntry === entry && effect.cause !== entry);
    if (started.length > 0) parts.push(make('h3', {}, 'Started'), links.effects(started));
    if (ended.length > 0) parts.push(make('h3', {}, 'Ended before the next step'), links.effects(ended));
    const told = recording.notification(entry);
    if (told) {
      parts.push(make('h3', {}, 'Why observers were told then', make('span', { class: 'count' }, String(told.count))),
        make('p', { class: 'summary' }, 'They had read these values, which this step or an earlier one has changed:'),
        make('ul', { class: 'items observed' }, told.values.map((value) => make('li', {}, shown(value, 300))),
          told.count > told.values.length && make('li', {}, `${number(told.count - told.values.length)} more`)));
    }
    const calls = recording.calls.map((_, index) => index).filter((index) => recording.calls[index].entry === entry);
    if (calls.length > 0) parts.push(make('h3', {}, 'Dependencies answered before the next step'), links.calls(calls));
    page('panel-step').replaceChildren(...parts.filter(Boolean));
    page('panel-step').scrollTop = 0;
  }

  #changeList(changes, limit = 100) {
    const items = (changes) => changes.map((change) => changeItem(change, this.links));
    const list = make('ul', { class: 'changes' }, items(changes.slice(0, limit)));
    if (changes.length > limit) {
      list.append(make('li', {}, make('button', { type: 'button', click: () => list.replaceChildren(...items(changes)) },
        `Show all ${countText(changes.length, 'change')}`)));
    }
    return list;
  }
}

/** A change as an item of a list. Without links, as on paper, values are short and are not buttons. */
function changeItem({ kind, keys, old, new: value, from }, links) {
  const title = pathText(keys);
  const block = links ? valueBlock : (value, className) => make('div', { class: className }, shown(compactText(value, 300)));
  return make('li', { class: `change ${kind}` }, links ? links.place(keys) : make('span', { class: 'link' }, shown(title, 300)),
    make('span', { class: 'kind' }, kind === 'moved' ? shown(`moved from ${pathText(from)}`, 300) : kind),
    kind !== 'moved' && make('div', { class: 'values' },
      kind !== 'added' && block(old, 'old', `${title}, before`),
      kind !== 'removed' && block(value, 'new', title)));
}
