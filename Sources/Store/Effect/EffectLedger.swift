/// The effects of a store that are in flight, with the send, sequence, child and cancellation ids that each belongs to,
/// as a pure state machine. It runs nothing: each function returns what the store has to do next.
///
/// - Complexity: Each transition is O(number of cancellation ids of the effects concerned), whatever else is in flight.
@usableFromInline struct EffectLedger {
  @usableFromInline typealias EffectID = Int
  @usableFromInline typealias GroupID = Int

  /// What a cancellation can name: an id, as seen from the root or a child, or all effects of a child (`id` is `nil`).
  @usableFromInline struct Key: Hashable {
    let path: ScopePath?
    let id: CancelID?

    @usableFromInline init(path: ScopePath?, id: CancelID?) {
      self.path = path
      self.id = id
    }
  }

  /// What the store has to do after a transition.
  @usableFromInline enum Consequence: Equatable {
    /// The task or timer of this effect has to be cancelled.
    case stop(EffectID)
    /// A step of this sequence has finished: start the next.
    case advance(EffectID)
    /// All effects of this send have finished.
    case groupFinished(GroupID)
  }

  private struct Entry {
    let group: GroupID
    let sequence: EffectID?
    let path: ScopePath?
    let ids: [Key]
    /// For a sequence: how many effects of its current step are in flight.
    var steps = 0
  }

  private var entries: [EffectID: Entry] = [:]
  private var effectsByKey: [Key: EffectIDs] = [:]
  private var effectsByGroup: [GroupID: EffectIDs] = [:]
  private var lastEffectID = 0

  init() {}

  var isEmpty: Bool { entries.isEmpty }
  var liveCount: Int { entries.count }

  @usableFromInline func isLive(_ effect: EffectID) -> Bool { entries[effect] != nil }
  func isLive(group: GroupID) -> Bool { effectsByGroup[group] != nil }

  /// Adds an effect.
  ///
  /// - Parameters:
  ///   - sequence: The sequence that the effect is a step of.
  ///   - path: The child that the effect belongs to.
  ///   - ids: The effect's cancellation ids, each with the child that gave it.
  @usableFromInline mutating func begin(
    group: GroupID,
    sequence: EffectID?,
    path: ScopePath?,
    ids: [Key]
  ) -> EffectID {
    lastEffectID += 1
    let effect = lastEffectID
    entries[effect] = Entry(group: group, sequence: sequence, path: path, ids: ids)
    effectsByGroup[group, default: EffectIDs()].insert(effect)
    if let sequence { entries[sequence]?.steps += 1 }
    Self.forEachKey(path, ids) { effectsByKey[$0, default: EffectIDs()].insert(effect) }
    Self.forEachElement(path) { path, key in
      if effectsByKey[key] == nil { path.element.owner.scopeBegan(path) }
      effectsByKey[key, default: EffectIDs()].insert(effect)
    }
    return effect
  }

  /// Removes an effect that has finished.
  @usableFromInline mutating func finish(_ effect: EffectID) -> [Consequence] {
    var consequences: [Consequence] = []
    finish(effect, &consequences)
    return consequences
  }

  private mutating func finish(_ effect: EffectID, _ consequences: inout [Consequence]) {
    guard let entry = entries.removeValue(forKey: effect) else { return }
    Self.forEachKey(entry.path, entry.ids) { _ = remove(effect, from: $0) }
    Self.forEachElement(entry.path) { path, key in
      if remove(effect, from: key) { path.element.owner.scopeEnded(path) }
    }
    // The sequence continues before the group is checked, because its next step may keep the group alive.
    if let sequence = entry.sequence, let steps = entries[sequence]?.steps {
      entries[sequence]?.steps = steps - 1
      if steps == 1 { consequences.append(.advance(sequence)) }
    }
    if let index = effectsByGroup.index(forKey: entry.group) {
      effectsByGroup.values[index].remove(effect)
      if effectsByGroup.values[index].isEmpty {
        effectsByGroup.remove(at: index)
        consequences.append(.groupFinished(entry.group))
      }
    }
  }

  /// - Returns: Whether the effect was the last one under the key.
  private mutating func remove(_ effect: EffectID, from key: Key) -> Bool {
    guard let index = effectsByKey.index(forKey: key) else { return false }
    effectsByKey.values[index].remove(effect)
    guard effectsByKey.values[index].isEmpty else { return false }
    effectsByKey.remove(at: index)
    return true
  }

  /// Whether an effect is in flight under a key.
  func isRunning(_ key: Key) -> Bool { effectsByKey[key] != nil }

  /// Whether the current step of a sequence is still in flight.
  @usableFromInline func isBusy(sequence: EffectID) -> Bool { (entries[sequence]?.steps ?? 0) > 0 }

  /// Removes every effect under a key, except some.
  @usableFromInline mutating func cancel(_ key: Key, sparing spared: [EffectID] = []) -> [Consequence] {
    guard let effects = effectsByKey[key] else { return [] }
    return remove(spared.isEmpty ? effects.inOrder : effects.inOrder.filter { !spared.contains($0) })
  }

  /// Removes an effect, if it is in flight.
  mutating func cancel(_ effect: EffectID) -> [Consequence] {
    isLive(effect) ? remove([effect]) : []
  }

  /// Removes every effect under one of several keys.
  @usableFromInline mutating func cancel(_ keys: [Key]) -> [Consequence] {
    remove(keys.reduce(into: Set()) { $0.formUnion(effectsByKey[$1]?.inOrder ?? []) }.sorted())
  }

  /// Removes every effect of a send.
  mutating func cancel(group: GroupID) -> [Consequence] {
    effectsByGroup[group].map { remove($0.inOrder) } ?? []
  }

  /// Removes all effects, except some.
  @usableFromInline mutating func cancelAll(sparing spared: Set<EffectID> = []) -> [Consequence] {
    remove(entries.keys.filter { !spared.contains($0) }.sorted())
  }

  /// Removes some effects at once.
  mutating func cancel(_ effects: Set<EffectID>) -> [Consequence] {
    remove(effects.filter { isLive($0) }.sorted())
  }

  private mutating func remove(_ effects: [EffectID]) -> [Consequence] {
    // In the order in which they began, so that cancellation handlers run in the same order every time, and all of them
    // before a sequence continues. A sequence begins before its steps, so a cancelled sequence has been removed when
    // its steps finish, and does not continue.
    var consequences = effects.map { Consequence.stop($0) }
    for effect in effects { finish(effect, &consequences) }
    return consequences
  }

  // Calls a function with every key that cancels an effect. An id that a child gave can be cancelled by the child and
  // by each of its ancestors; the child as a whole, by each operator on the path to it.

  private static func forEachKey(_ path: ScopePath?, _ ids: [Key], _ body: (Key) -> Void) {
    for key in ids {
      body(key)
      var ancestor = key.path
      while let current = ancestor {
        ancestor = current.parent
        body(Key(path: ancestor, id: key.id))
      }
    }
  }

  private static func forEachElement(_ path: ScopePath?, _ body: (ScopePath, Key) -> Void) {
    var next = path
    while let path = next {
      body(path, Key(path: path, id: nil))
      next = path.parent
    }
  }
}
