// Patches (RFC 6902), and what they change.

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
    default: throw new PatchError(`no operation is called ${compactText(operation.op)}`);
  }
}

/** A patch that leads from one value to another. */
function difference(old, value, path = '', operations = []) {
  if (isEqual(old, value)) return operations;
  if (!isContainer(old) || !isContainer(value) || Array.isArray(old) !== Array.isArray(value)) {
    operations.push({ op: 'replace', path, value });
  } else if (Array.isArray(old)) {
    // Equal elements at both ends stay. Each of the others is compared with the element in its place.
    let [start, end, newEnd] = [0, old.length, value.length];
    while (start < end && start < newEnd && isEqual(old[start], value[start])) start++;
    while (end > start && newEnd > start && isEqual(old[end - 1], value[newEnd - 1])) { end--; newEnd--; }
    for (let index = end - 1; index >= newEnd; index--) operations.push({ op: 'remove', path: `${path}/${index}` });
    for (let index = start; index < newEnd; index++) {
      if (index < end) difference(old[index], value[index], `${path}/${index}`, operations);
      else operations.push({ op: 'add', path: `${path}/${index}`, value: value[index] });
    }
  } else {
    for (const key of Object.keys(old)) {
      if (!Object.hasOwn(value, key)) operations.push({ op: 'remove', path: `${path}/${escaped(key)}` });
    }
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(old, key)) difference(old[key], value[key], `${path}/${escaped(key)}`, operations);
      else operations.push({ op: 'add', path: `${path}/${escaped(key)}`, value: value[key] });
    }
  }
  return operations;
}

/** The container that has the path's last key. Containers that this seek must not change are copied. */
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

/** The changes by a patch: a list for people to read, and marks for the tree of the new state. */
class Changes {
  /** `{ kind: 'added' | 'removed' | 'changed' | 'moved', keys, old, new, from }` */
  list = [];
  /** The changes of the members, by container. */
  marks = new Map();
  /** The number of removed members, by container. */
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

  /** Moves the marks of the elements from an index on, because the elements have moved by one. */
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

  /** If a whole object was replaced, lists the members that differ, because they say more. */
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
