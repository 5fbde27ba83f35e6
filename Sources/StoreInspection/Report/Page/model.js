'use strict';
// What a report knows, without a page: records, patches, states, lanes, filters. Nothing here touches the document.

// MARK: JSON

/** An integer that a JavaScript number cannot hold; it keeps the digits that were recorded. */
class ExactNumber {
  constructor(digits) { this.digits = digits; }
  toJSON() { return this.digits; }
}

/** Parses JSON. Integers beyond 2^53 keep their digits, where the browser tells what was written. */
function parseJSON(text) {
  // The slower way only where the text may have such an integer; long fractions do not count.
  if (!/(?:^|[^.\d])\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, context) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source
      ? new ExactNumber(context.source) : value);
}

function isContainer(value) {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

/** The member of an object or array; undefined if it has none of its own by that name. */
function memberOf(container, key) {
  return isContainer(container) && Object.hasOwn(container, key) ? container[key] : undefined;
}

/** Sets a member. `__proto__` is a name like any other. */
function setMember(container, key, value) {
  if (key === '__proto__') {
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    container[key] = value;
  }
}

function shallowCopy(container) {
  return Array.isArray(container) ? container.slice() : { ...container };
}

function deepCopy(value) {
  if (!isContainer(value)) return value;
  const copy = shallowCopy(value);
  for (const key of Object.keys(copy)) setMember(copy, key, deepCopy(copy[key]));
  return copy;
}

function isEqual(left, right) {
  if (left === right) return true;
  if (left instanceof ExactNumber && right instanceof ExactNumber) return left.digits === right.digits;
  if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length
    && keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key]));
}

/** A value that is no container, as JSON. */
function literal(value) {
  if (value instanceof ExactNumber) return value.digits;
  return Object.is(value, -0) ? '-0' : JSON.stringify(value) ?? 'null';
}

/** JSON on one line, cut where it gets longer than a limit. Looks at no more of the value than that takes. */
function compactText(value, limit = 200) {
  let text = '';
  const write = (value) => {
    if (text.length > limit) return;
    if (!isContainer(value)) {
      const isLong = typeof value === 'string' && value.length > limit;
      text += isLong ? literal(value.slice(0, limit)) : literal(value);
      return;
    }
    const isArray = Array.isArray(value);
    text += isArray ? '[' : '{';
    let isFirst = true;
    for (const key in value) {
      if (text.length > limit) break;
      if (!isFirst) text += ', ';
      isFirst = false;
      if (!isArray) text += `${nameText(key)}: `;
      write(value[key]);
    }
    text += isArray ? ']' : '}';
  };
  write(value);
  return text.length > limit ? `${wholeSlice(text, limit)}…` : text;
}

/**
 * JSON with one member or element to a line, but short containers on one. Stops after some lines: `{ text, isCut }`.
 */
function prettyText(value, lineLimit = Infinity, textLimit = Infinity) {
  const lines = [];
  let isCut = false;
  const write = (value, indentation, before, after) => {
    if (lines.length >= lineLimit) { isCut = true; return; }
    const short = isContainer(value) ? compactText(value, 72) : compactText(value, textLimit);
    if (!isContainer(value) || !short.endsWith('…')) {
      isCut ||= short.endsWith('…') && typeof value === 'string' && value.length > textLimit;
      lines.push(indentation + before + short + after);
      return;
    }
    const isArray = Array.isArray(value);
    lines.push(`${indentation}${before}${isArray ? '[' : '{'}`);
    const keys = Object.keys(value);
    keys.every((key, index) => {
      write(value[key], `${indentation}  `, isArray ? '' : `${nameText(key)}: `, index + 1 < keys.length ? ',' : '');
      return !isCut;
    });
    if (!isCut) lines.push(`${indentation}${isArray ? ']' : '}'}${after}`);
  };
  write(value, '', '', '');
  return { text: isCut ? `${lines.join('\n')}\n…` : lines.join('\n'), isCut };
}

function nameText(name) { return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name); }

/** The beginning of a text that does not end in half a character. */
function wholeSlice(text, length) {
  const unit = text.charCodeAt(length - 1);
  return text.slice(0, unit >= 0xD800 && unit < 0xDC00 ? length - 1 : length);
}

// MARK: Paths

/** The names and indexes of a JSON pointer (RFC 6901). */
function pointerKeys(pointer) {
  if (pointer === '') return [];
  return pointer.slice(1).split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * `['items', '2', 'a b']` as people write it: `items[2]["a b"]`. The first value of a case has no name, which is encoded
 * as `_0`.
 */
function pathText(keys) {
  let text = '';
  for (const key of keys) {
    if (key === '_0' && text !== '') continue;
    if (/^\d+$/.test(key)) text += `[${key}]`;
    else if (nameText(key) === key) text += text === '' ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text === '' ? 'the whole state' : text;
}

// MARK: Patches (RFC 6902)

class PatchError extends Error {}

/**
 * Applies a patch to a state that stays as it is: only containers on the way to a change are copied.
 *
 * `owned` has the containers that this seek has copied, which it may change in place; so a long list is copied once for
 * any number of patches, and states share what they have in common. `recorder`, if given, is told what changes.
 */
function applyPatch(state, operations, owned, recorder = null) {
  const holder = { state };
  for (const operation of operations) applyOperation(holder, operation, owned, recorder);
  return holder.state;
}

function applyOperation(holder, operation, owned, recorder) {
  const keys = ['state', ...pointerKeys(operation.path)];
  switch (operation.op) {
    case 'add': insert(holder, keys, operation.value, owned, recorder, 'added'); break;
    case 'replace': replace(holder, keys, operation.value, owned, recorder); break;
    case 'remove': remove(holder, keys, owned, recorder); break;
    case 'move': {
      const from = ['state', ...pointerKeys(operation.from)];
      const value = remove(holder, from, owned, recorder, false);
      insert(holder, keys, value, owned, recorder, 'moved', from.slice(1));
      break;
    }
    case 'copy': {
      const value = pointerKeys(operation.from).reduce(memberOf, holder.state);
      insert(holder, keys, deepCopy(value), owned, recorder, 'added');
      break;
    }
    case 'test': break;
    default: throw new PatchError(`no operation is called ${compactText(operation.op)}`);
  }
}

/** The container that has the path's last key, made safe to change. */
function ownedParent(holder, keys, owned) {
  let node = holder;
  for (let index = 0; index < keys.length - 1; index++) {
    let child = memberOf(node, keys[index]);
    if (!isContainer(child)) throw new PatchError(`there is no ${pathText(keys.slice(1, index + 2))}`);
    if (!owned.has(child)) {
      child = shallowCopy(child);
      owned.add(child);
      setMember(node, keys[index], child);
    }
    node = child;
  }
  return node;
}

function elementIndex(array, key, limit, keys) {
  const index = key === '-' ? array.length : /^(0|[1-9]\d*)$/.test(key) ? Number(key) : NaN;
  if (!(index < limit)) throw new PatchError(`there is no ${pathText(keys.slice(1))}`);
  return index;
}

function insert(holder, keys, value, owned, recorder, kind, from) {
  const parent = ownedParent(holder, keys, owned);
  let key = keys.at(-1);
  if (Array.isArray(parent)) {
    const index = elementIndex(parent, key, parent.length + 1, keys);
    parent.splice(index, 0, value);
    key = String(index);
    recorder?.shift(parent, index, 1);
  } else {
    const old = memberOf(parent, key);
    setMember(parent, key, value);
    if (old !== undefined && kind === 'added') kind = 'changed';
    if (kind === 'changed') return recorder?.record('changed', parent, keys, old, value);
  }
  recorder?.record(kind, parent, [...keys.slice(0, -1), key], undefined, value, from);
}

function replace(holder, keys, value, owned, recorder) {
  const parent = ownedParent(holder, keys, owned);
  const key = Array.isArray(parent) ? elementIndex(parent, keys.at(-1), parent.length, keys) : keys.at(-1);
  const old = memberOf(parent, key);
  if (old === undefined) throw new PatchError(`there is no ${pathText(keys.slice(1))}`);
  setMember(parent, key, value);
  recorder?.record('changed', parent, keys, old, value);
}

function remove(holder, keys, owned, recorder, isListed = true) {
  const parent = ownedParent(holder, keys, owned);
  const key = keys.at(-1);
  const old = memberOf(parent, key);
  if (old === undefined) throw new PatchError(`there is no ${pathText(keys.slice(1))}`);
  if (Array.isArray(parent)) {
    const index = elementIndex(parent, key, parent.length, keys);
    parent.splice(index, 1);
    recorder?.shift(parent, index, -1);
  } else {
    delete parent[key];
  }
  if (isListed) recorder?.record('removed', parent, keys, old, undefined);
  return old;
}

/** What a patch changed: a list for people to read, and marks for the tree of the state that it led to. */
class Changes {
  /** `{ kind: 'added' | 'removed' | 'changed' | 'moved', keys, old, new, from }` */
  list = [];
  /** By container: what happened to its members. */
  marks = new Map();
  /** By container: how many members it lost. */
  removals = new Map();

  record(kind, parent, keys, old, value, from) {
    const change = { kind, keys: keys.slice(1), old, new: value, from };
    if (kind === 'changed') this.#addDifferences(change); else this.list.push(change);
    if (kind === 'removed') {
      this.removals.set(parent, (this.removals.get(parent) ?? 0) + 1);
      this.marks.get(parent)?.delete(keys.at(-1));
    } else {
      if (!this.marks.has(parent)) this.marks.set(parent, new Map());
      this.marks.get(parent).set(keys.at(-1), kind);
    }
  }

  /** Elements from an index on have moved by one; their marks go with them. */
  shift(array, index, by) {
    const marks = this.marks.get(array);
    if (!marks) return;
    const moved = new Map();
    for (const [key, kind] of marks) {
      if (Number(key) < index) moved.set(key, kind);
      else if (by > 0 || Number(key) > index) moved.set(String(Number(key) + by), kind);
    }
    this.marks.set(array, moved);
  }

  /** Where a whole object was replaced, the members that differ say more. */
  #addDifferences({ keys, old, new: value }, budget = { left: 200 }) {
    const isSameKind = isContainer(old) && isContainer(value) && !Array.isArray(old) && !Array.isArray(value);
    const names = isSameKind ? [...new Set([...Object.keys(old), ...Object.keys(value)])] : [];
    const areCases = names.length === 2 && Object.keys(old).length === 1;
    if (!isSameKind || areCases || budget.left < names.length) {
      this.list.push({ kind: 'changed', keys, old, new: value });
      return;
    }
    budget.left -= names.length;
    for (const name of names) {
      const [before, after] = [memberOf(old, name), memberOf(value, name)];
      const path = [...keys, name];
      if (before === undefined) this.list.push({ kind: 'added', keys: path, new: after });
      else if (after === undefined) this.list.push({ kind: 'removed', keys: path, old: before });
      else if (!isEqual(before, after)) this.#addDifferences({ keys: path, old: before, new: after }, budget);
    }
  }
}

// MARK: The recording

/** A map that forgets what was not asked for lately. */
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
  /** By entry. */
  names = ['Start'];
  origins = [startOrigin];
  /** The effect, or the entry whose reduction returned the action. */
  originNumbers = [0];
  times = [0];
  walls = [0];
  changeCounts = [0];
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
    for (let index = 0; index < chunkCount; index++) this.#index(index);
    for (const effect of this.effects) effect.endEntry ??= this.lastEntry;
  }

  get lastEntry() { return this.names.length - 1; }

  effect(number) { return this.#effectsByNumber.get(number); }

  /** The entry that a link names; undefined if there is none. */
  entryFor(key) { return this.#entries.get(key); }

  #index(chunkIndex) {
    this.#chunkEntries.push(this.lastEntry);
    parseJSON(this.#readRecords(chunkIndex)).forEach((record, index) => {
      const place = chunkIndex * Recording.chunkLimit + index;
      this.endTime = Math.max(this.endTime, record.time ?? 0);
      this.endWall = Math.max(this.endWall, record.wall ?? 0);
      switch (record.kind) {
        case 'action': this.#addAction(record, place); break;
        case 'jump': this.#addEntry(`Jump to step ${record.step}`, jumpOrigin, record.step, record, place); break;
        case 'started': this.#addEffect(record); break;
        case 'finished': case 'cancelled': this.#endEffect(record); break;
        case 'call': this.#addCall(record, place); break;
        case 'section': this.sections.push({ title: String(record.title), entry: this.lastEntry }); break;
        case 'end': this.status = record.status; break;
      }
    });
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
    this.origins.push(origin);
    this.originNumbers.push(number);
    this.times.push(record.time ?? this.times[entry - 1]);
    this.walls.push(record.wall ?? this.walls[entry - 1]);
    this.changeCounts.push(record.patch?.length ?? 0);
    this.keys.push(key);
    this.#places.push(place);
    this.#entries.set(key, entry);
  }

  /** The names of all actions, in order. */
  get actionNames() {
    return [...new Set(this.names.filter((_, entry) => this.origins[entry] <= reducerOrigin))].sort();
  }

  #nameTable = new Map();
  /** One string for all that are equal: parsing makes a new one each time. */
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

  /** What was recorded of an entry. The start has nothing. */
  record(entry) { return entry === 0 ? {} : this.#record(this.#places[entry]); }

  /** What was recorded of a call of a dependency. */
  call(index) { return this.#record(this.calls[index].place); }

  /** The state after an entry. Never changed by anyone. */
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

  /** What search looks at: the name, the payload, the paths that changed. */
  searchText(entry) {
    const record = this.record(entry);
    const paths = (record.patch ?? []).map((operation) => `${operation.path} ${pathText(pointerKeys(operation.path))}`);
    return `${this.names[entry]}\n${JSON.stringify(record.action ?? null)}\n${paths.join('\n')}`.toLowerCase();
  }
}

/** The part of an action that its name does not say already. */
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

// MARK: Filter

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

// MARK: Time line

/** A priority queue: the least number comes first. */
class MinimumHeap {
  #items = [];
  get least() { return this.#items[0]; }
  get isEmpty() { return this.#items.length === 0; }

  push(key, value) {
    const items = this.#items;
    let index = items.push({ key, value }) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (items[parent].key <= items[index].key) break;
      [items[parent], items[index]] = [items[index], items[parent]];
      index = parent;
    }
  }

  pop() {
    const items = this.#items;
    const least = items[0];
    const last = items.pop();
    if (items.length > 0) {
      items[0] = last;
      for (let index = 0, child; (child = 2 * index + 1) < items.length; index = child) {
        if (child + 1 < items.length && items[child + 1].key < items[child].key) child++;
        if (items[index].key <= items[child].key) break;
        [items[index], items[child]] = [items[child], items[index]];
      }
    }
    return least;
  }
}

/**
 * A lane for each interval, so that those which overlap have lanes of their own; the highest that is free.
 *
 * `intervals` are `{ start, end }` in order of start. Returns a lane for each, and how many there are.
 */
function layoutLanes(intervals) {
  const busy = new MinimumHeap();
  const free = new MinimumHeap();
  let count = 0;
  const lanes = intervals.map(({ start, end }) => {
    while (!busy.isEmpty && busy.least.key <= start) {
      const { value } = busy.pop();
      free.push(value, value);
    }
    const lane = free.isEmpty ? count++ : free.pop().value;
    busy.push(end, lane);
    return lane;
  });
  return { lanes, count };
}

/** Steps between the marks of an axis: 1, 2 or 5 times a power of ten, at least so large. */
function axisInterval(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

/** Seconds as scripts write durations: `300ms`, `1m 30s`. Of what takes a second or more nobody wants the microseconds. */
function durationText(seconds) {
  if (!Number.isFinite(seconds)) return '–';
  let rest = seconds < 1 ? Math.round(seconds * 1e6) : Math.round(seconds * 1e3) * 1e3;
  const parts = [];
  for (const [name, unit] of [['h', 3.6e9], ['m', 6e7], ['s', 1e6], ['ms', 1e3], ['us', 1]]) {
    if (rest >= unit) parts.push(`${Math.floor(rest / unit)}${name}`);
    rest %= unit;
  }
  return parts.join(' ') || '0s';
}
