/** A map that forgets the values that were not requested lately. */
class RecentlyUsed {
  #values = new Map();
  #capacity;
  constructor(capacity) { this.#capacity = capacity; }

  get(key) {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key, value) {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#capacity) this.#values.delete(this.#values.keys().next().value);
  }

  keys() { return this.#values.keys(); }
}

const userOrigin = 0, effectOrigin = 1, reducerOrigin = 2, jumpOrigin = 3, startOrigin = 4;
const originNames = ['user', 'effect', 'reducer', 'jump', 'start'];

/**
 * A trace. It comes in chunks of records, each of which has a key frame: the state before its first record. All that stays
 * text; what is kept of it is what lists and the time line need. So memory grows with the number of steps, not with the
 * size of states.
 *
 * An *entry* is whatever state there is to look at: the start (entry 0), each action, each jump of a prompt.
 */
class Recording {
  /** An array for each property, with the values of all entries. */
  names = ['Start'];
  origins = [startOrigin];
  /** The effect, or the entry whose reduction returned the action. */
  originNumbers = [0];
  times = [0];
  walls = [0];
  changeCounts = [0];
  /** The number of bytes of the patches. */
  sizes = [0];
  /** The seconds that the reducer took; null if they were not recorded. */
  durations = [null];
  keys = ['0'];
  #places = [-1];
  #entries = new Map([['0', 0]]);

  /** `{ number, name, location, cause, ids, start, end, status, entry, endEntry, sent, calls }` in order of start. */
  effects = [];
  /** `{ effect, dependency, entry, place }` */
  calls = [];
  /** `{ title, entry }`: the section begins after the entry. */
  sections = [];
  /** The exit status; null when the recording was not ended. */
  status = null;
  /** When the last record was written. */
  endTime = 0;
  endWall = 0;

  #effectsByNumber = new Map();
  #chunks = new RecentlyUsed(6);
  #states = new RecentlyUsed(12);
  #chunkEntries = [];
  #readRecords;
  #readFrame;

  /** `readRecords(index)` and `readFrame(index)` are asked for the text of a chunk whenever it is needed. */
  constructor(header, chunkCount, readRecords, readFrame) {
    this.header = header;
    this.#readRecords = readRecords;
    this.#readFrame = readFrame;
    for (let index = 0; index < chunkCount; index++) {
      this.addChunk();
      this.add(parseJSON(readRecords(index)));
    }
  }

  /** Begins a chunk. */
  addChunk() {
    this.#chunkEntries.push(this.lastEntry);
    this.#recordCount = 0;
  }

  get lastEntry() { return this.names.length - 1; }

  effect(number) { return this.#effectsByNumber.get(number); }

  /** The entry that a link names; undefined if there is none. */
  entryFor(key) { return this.#entries.get(key); }

  /** The number of records in the last chunk. */
  #recordCount = 0;

  /** Adds records to the last chunk. */
  add(records) {
    const chunkIndex = this.#chunkEntries.length - 1;
    this.#chunks.get(chunkIndex)?.push(...records);
    for (const record of records) {
      const place = chunkIndex * Recording.chunkLimit + this.#recordCount++;
      this.endTime = Math.max(this.endTime, record.time ?? 0);
      this.endWall = Math.max(this.endWall, record.wall ?? 0);
      switch (record.kind) {
        case 'action': this.#addAction(record, place); break;
        case 'modified': this.#addAction({ ...record, name: `modify “${record.name}”`, origin: { effect: record.effect } }, place); break;
        case 'jump': this.#addEntry(`Jump to step ${record.step}`, jumpOrigin, record.step, record, place); break;
        case 'started': this.#addEffect(record); break;
        case 'finished': case 'cancelled': this.#endEffect(record); break;
        case 'call': this.#addCall(record, place); break;
        case 'notified': this.#addNotification(record); break;
        case 'section': this.sections.push({ title: String(record.title), entry: this.lastEntry }); break;
        case 'end': this.status = record.status; break;
      }
    }
  }

  #addAction(record, place) {
    const { effect, reducer } = isContainer(record.origin) ? record.origin : {};
    const origin = effect !== undefined ? effectOrigin : reducer !== undefined ? reducerOrigin : userOrigin;
    this.#addEntry(String(record.name), origin, effect ?? reducer ?? 0, record, place, String(record.step));
    this.effect(effect)?.sent.push(this.lastEntry);
  }

  #addEntry(name, origin, number, record, place, key) {
    const entry = this.names.length;
    let jump = 1;
    while (key === undefined || (origin === jumpOrigin && this.#entries.has(key))) {
      key = `${this.keys[entry - 1].split('.')[0]}.${jump++}`;
    }
    this.names.push(this.#interned(name));
    if (origin <= reducerOrigin) this.#actionNames.add(name);
    this.origins.push(origin);
    this.originNumbers.push(number);
    this.times.push(record.time ?? this.times[entry - 1]);
    this.walls.push(record.wall ?? this.walls[entry - 1]);
    this.changeCounts.push(record.patch?.length ?? 0);
    this.sizes.push(record.patch?.length ? byteCount(JSON.stringify(record.patch)) : 0);
    this.durations.push(Number.isFinite(record.duration) ? record.duration : null);
    this.keys.push(key);
    this.#places.push(place);
    this.#entries.set(key, entry);
  }

  /** The names of all actions, in order. */
  get actionNames() { return [...this.#actionNames].sort(); }

  #actionNames = new Set();
  /** How many names actions have. */
  get actionNameCount() { return this.#actionNames.size; }

  #nameTable = new Map();
  /** Returns the same string for all equal ones, to save memory: parsing makes a new string each time. */
  #interned(name) {
    if (!this.#nameTable.has(name)) this.#nameTable.set(name, name);
    return this.#nameTable.get(name);
  }

  #addEffect(record) {
    const effect = {
      number: record.effect,
      name: record.name == null ? null : this.#interned(String(record.name)),
      location: record.location == null ? null : this.#interned(String(record.location)),
      cause: this.#entries.get(String(record.cause)),
      ids: record.cancellationIDs?.length ? record.cancellationIDs.map(String) : [],
      start: { time: record.time ?? 0, wall: record.wall ?? 0 },
      end: null,
      status: 'running',
      entry: this.lastEntry,
      endEntry: undefined,
      sent: [],
      calls: [],
    };
    this.effects.push(effect);
    this.#effectsByNumber.set(effect.number, effect);
  }

  #endEffect(record) {
    const effect = this.effect(record.effect);
    if (!effect || effect.end) return;
    effect.end = { time: record.time ?? effect.start.time, wall: record.wall ?? effect.start.wall };
    effect.status = record.kind;
    effect.endEntry = this.lastEntry;
  }

  #addCall(record, place) {
    const call = {
      effect: record.effect,
      dependency: this.#interned(String(record.dependency)),
      entry: this.lastEntry,
      isError: record.error !== undefined,
      place,
    };
    this.effect(record.effect)?.calls.push(this.calls.length);
    this.calls.push(call);
  }

  /** What observers were told of after a step: the key paths of values that they had read, and how many there were. */
  notification(entry) { return this.#notifications.get(entry); }

  #notifications = new Map();
  #addNotification(record) {
    const earlier = this.notification(this.lastEntry) ?? { values: [], count: 0 };
    const values = Array.isArray(record.of) ? record.of.map((value) => this.#interned(String(value))) : [];
    this.#notifications.set(this.lastEntry, {
      values: [...new Set([...earlier.values, ...values])],
      count: earlier.count + (record.count ?? values.length),
    });
  }

  // A place is the number of a chunk and an index into its records, in one number.
  static chunkLimit = 1 << 26;

  #record(place) {
    const index = Math.floor(place / Recording.chunkLimit);
    let records = this.#chunks.get(index);
    if (!records) {
      records = parseJSON(this.#readRecords(index));
      this.#chunks.set(index, records);
    }
    return records[place % Recording.chunkLimit];
  }

  /** The record of an entry. The start has none. */
  record(entry) { return entry === 0 ? {} : this.#record(this.#places[entry]); }

  /** The record of a call of a dependency. */
  call(index) { return this.#record(this.calls[index].place); }

  /** The state after an entry. It must not be changed. */
  state(entry) {
    const cached = this.#states.get(entry);
    if (cached !== undefined) return cached.state;
    const chunkIndex = entry === 0 ? 0 : Math.floor(this.#places[entry] / Recording.chunkLimit);
    let from = entry === 0 ? 0 : this.#chunkEntries[chunkIndex];
    for (const known of this.#states.keys()) if (known > from && known < entry) from = known;
    let state = this.#states.get(from)?.state;
    if (state === undefined) {
      state = parseJSON(this.#readFrame(chunkIndex));
      this.#states.set(from, { state });
    }
    const owned = new Set();
    while (from < entry) state = applyPatch(state, this.record(++from).patch ?? [], owned);
    this.#states.set(entry, { state });
    return state;
  }

  /** How an entry changed the state: the state after it, a list, and marks for the tree. */
  changes(entry) {
    const changes = new Changes();
    if (entry === 0) return { state: this.state(0), owned: new Set(), changes };
    const owned = new Set();
    const state = applyPatch(this.state(entry - 1), this.record(entry).patch ?? [], owned, changes);
    this.#states.set(entry, { state });
    return { state, owned, changes };
  }

  /** How the state after an entry differs from that after another one. */
  differences(base, entry) {
    const [changes, owned] = [new Changes(), new Set()];
    const old = this.state(base);
    return { state: applyPatch(old, difference(old, this.state(entry)), owned, changes), owned, changes };
  }

  /** The steps and effects that led to an entry, the first one first: `{ entry }` or `{ effect }`. */
  causes(entry) {
    const causes = [];
    while (entry !== undefined && entry > 0 && causes.length < 100) {
      causes.unshift({ entry });
      const number = this.originNumbers[entry];
      const before = entry;
      if (this.origins[entry] === reducerOrigin) entry = this.entryFor(String(number));
      else if (this.origins[entry] === effectOrigin && this.effect(number)) {
        causes.unshift({ effect: this.effect(number) });
        entry = this.effect(number).cause;
      } else break;
      if (entry >= before) break;
    }
    return causes;
  }

  /** The text that is searched: the name, the payload, the paths that changed. */
  searchText(entry) {
    const record = this.record(entry);
    const paths = (record.patch ?? []).map((operation) => `${operation.path} ${pathText(pointerKeys(operation.path))}`);
    return `${this.names[entry]}\n${JSON.stringify(record.action ?? null)}\n${paths.join('\n')}`.toLowerCase();
  }
}

/** The part of an action that its name does not contain. */
function payloadOf(action, name) {
  const words = new Set(name.split(/[.[\]: ]+/));
  let value = action;
  while (isContainer(value) && !Array.isArray(value)) {
    const keys = Object.keys(value);
    if (keys.length === 2 && 'id' in value && 'action' in value && name.includes('[')) { value = value.action; continue; }
    if (keys.length !== 1 || !(keys[0] === '_0' || words.has(keys[0]))) break;
    value = value[keys[0]];
  }
  return isContainer(value) && Object.keys(value).length === 0 ? undefined : typeof value === 'string'
    && words.has(value) && value === action ? undefined : value;
}

/** Which entries are listed: `{ origins: Set, name: '' | name, terms: [lower-case] }`; all terms must be found. */
function passes(recording, entry, filter) {
  const origin = recording.origins[entry];
  if (origin <= reducerOrigin && !filter.origins.has(origin)) return false;
  const name = recording.names[entry];
  if (filter.name && name !== filter.name && !name.startsWith(`${filter.name}.`)) return false;
  if (filter.terms.length === 0) return true;
  if (origin > reducerOrigin) return filter.terms.every((term) => name.toLowerCase().includes(term));
  const text = recording.searchText(entry);
  return filter.terms.every((term) => text.includes(term));
}

function searchTerms(query) { return query.toLowerCase().split(/\s+/).filter((term) => term !== ''); }
