// The names of steps, effects and calls on the page.

function effectName(effect) { return effect.name ?? `Effect ${effect.number}`; }

/** The name, or else the place, that several effects have in common. */
function effectKind(effect) { return effect.name ?? effect.location ?? 'effects without a name'; }

/** The name of an action, whichever row it is of: `rows[…].titleChanged`. */
function withoutIDs(name) { return name.replaceAll(/\[[^\]]*\]/g, '[…]'); }

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
    case jumpOrigin: return 'by hand: the state is that after an earlier step';
    default: return 'the state that the feature began with';
  }
}

/** A name with its last part emphasized. */
function nameNodes(name, limit = 300) {
  const dot = name.lastIndexOf('.') + 1;
  return [dot > 0 && make('span', { class: 'prefix' }, shown(name.slice(0, dot), limit)), make('b', {}, shown(name.slice(dot), limit))]
    .filter(Boolean);
}

function callText(record, limit) {
  const text = (record.arguments ?? []).map((argument) => compactText(argument, limit)).join(', ');
  return record.error !== undefined ? `(${text}) failed: ${compactText(record.error, limit)}`
    : `(${text}) → ${compactText(record.result ?? null, limit)}`;
}

/** The facts about the session, as pairs of a name and a text. */
function summaryOf(recording) {
  const { header } = recording;
  const count = (origin) => recording.origins.reduce((sum, value) => sum + (value === origin), 0);
  const status = (name) => recording.effects.reduce((sum, effect) => sum + (effect.status === name), 0);
  const actions = count(userOrigin) + count(effectOrigin) + count(reducerOrigin);
  return [
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
}
