/** Makes the printed page: the summary, and the listed actions with changes. `passing` is null if all are listed. */
function layOutForPrint(recording, summary, passing) {
  const limit = 1000;
  const entries = passing ?? [...recording.names.keys()];
  const listed = entries.slice(0, limit);
  let section = 0;
  const steps = listed.flatMap((entry) => {
    const parts = [];
    while (!passing && section < recording.sections.length && recording.sections[section].entry < entry) {
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
      make('ul', { class: 'changes' }, changes.slice(0, 40).map((change) => changeItem(change)),
        changes.length > 40 && make('li', {}, `and ${changes.length - 40} more changes`)),
      started.map((effect) => make('div', { class: 'mono' }, shown(
        `→ ${effectName(effect)}: ${statusText[effect.status]}, ${durationText(effectDuration(recording, effect).time)}`, 300)))));
    return parts;
  });
  page('print').replaceChildren(
    make('h2', {}, 'Summary'),
    make('table', {}, make('tbody', {}, summary.map(([name, text]) =>
      make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, shown(text, 400)))))),
    make('h2', {}, passing ? `Actions that pass the filter (${passing.length})` : 'Actions'),
    ...steps,
    entries.length > limit ? make('p', {}, `The first ${number(limit)} of ${number(entries.length)} steps. `
      + 'A filter prints others.') : '');
  page('print').hidden = false;
}
