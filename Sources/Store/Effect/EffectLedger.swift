/// What effects of a store are in flight, as a pure state machine: who belongs to which send, which sequence, which
/// cancellation ids. It runs nothing; each function tells through `consequences` what the store has to do next.
///
/// - Complexity: Each transition is O(number of cancellation ids of the effects concerned).
@usableFromInline struct EffectLedger {
  @usableFromInline typealias EffectID = Int
  @usableFromInline typealias GroupID = Int

  /// What a cancellation can name: an id seen from some place, or all effects of a child (`id` is `nil`).
  @usableFromInline struct Key: Hashable {
    @usableFromInline let path: ScopePath?
    @usableFromInline let id: CancelID?

    @usableFromInline init(path: ScopePath?, id: CancelID?) {
      self.path = path
      self.id = id
    }
  }

  /// What follows from a transition.
  @usableFromInline enum Consequence: Equatable {
    /// The task or timer of this effect has to be cancelled.
    case stop(EffectID)
    /// A step of this sequence has finished: start the next.
    case advance(EffectID)
    /// All effects of this send are done.
    case groupFinished(GroupID)
  }

  private struct Entry {
    let group: GroupID
    let sequence: EffectID?
    let keys: [Key]
    /// For a sequence: the number of effects in flight of its present step.
    var steps = 0
  }

  private var entries: [EffectID: Entry] = [:]
  private var effectsByKey: [Key: Set<EffectID>] = [:]
  private var effectsByGroup: [GroupID: Int] = [:]
  private var lastEffectID = 0
  private var lastGroupID = 0

  @usableFromInline init() {}

  var isEmpty: Bool { entries.isEmpty }

  @usableFromInline func isLive(_ effect: EffectID) -> Bool { entries[effect] != nil }
  @usableFromInline func isLive(group: GroupID) -> Bool { effectsByGroup[group] != nil }

  @usableFromInline mutating func makeGroup() -> GroupID {
    lastGroupID += 1
    return lastGroupID
  }

  /// Enters an effect.
  ///
  /// - Parameters:
  ///   - sequence: The sequence that it is a step of.
  ///   - path: The child that it belongs to.
  ///   - ids: Its cancellation ids, each with the child that gave it.
  @usableFromInline mutating func begin(
    group: GroupID,
    sequence: EffectID?,
    path: ScopePath?,
    ids: [Key]
  ) -> EffectID {
    lastEffectID += 1
    let effect = lastEffectID
    let keys = Self.keys(path: path, ids: ids)
    entries[effect] = Entry(group: group, sequence: sequence, keys: keys)
    effectsByGroup[group, default: 0] += 1
    if let sequence { entries[sequence]?.steps += 1 }
    for key in keys {
      let isFirst = effectsByKey[key] == nil
      effectsByKey[key, default: []].insert(effect)
      if isFirst, key.id == nil, let element = key.path?.element { element.owner.scopeBegan(element.id) }
    }
    return effect
  }

  /// Takes an effect out that has come to its end.
  @usableFromInline mutating func finish(_ effect: EffectID, consequences: inout [Consequence]) {
    guard let entry = entries.removeValue(forKey: effect) else { return }
    for key in entry.keys {
      guard let index = effectsByKey.index(forKey: key) else { continue }
      effectsByKey.values[index].remove(effect)
      if effectsByKey.values[index].isEmpty {
        effectsByKey.remove(at: index)
        if key.id == nil, let element = key.path?.element { element.owner.scopeEnded(element.id) }
      }
    }
    // A sequence goes on before its group is looked at, as its next step may keep the group alive.
    if let sequence = entry.sequence, let steps = entries[sequence]?.steps {
      entries[sequence]?.steps = steps - 1
      if steps == 1 { consequences.append(.advance(sequence)) }
    }
    if let count = effectsByGroup[entry.group] {
      effectsByGroup[entry.group] = count == 1 ? nil : count - 1
      if count == 1 { consequences.append(.groupFinished(entry.group)) }
    }
  }

  /// Whether a step of a sequence is in flight still.
  @usableFromInline func isBusy(sequence: EffectID) -> Bool { (entries[sequence]?.steps ?? 0) > 0 }

  /// Takes out every effect that a cancellation names.
  @usableFromInline mutating func cancel(_ key: Key, consequences: inout [Consequence]) {
    guard let effects = effectsByKey[key] else { return }
    remove(effects, consequences: &consequences)
  }

  /// Takes out every effect that a cancellation names, except some.
  mutating func cancel(_ key: Key, sparing spared: [EffectID], consequences: inout [Consequence]) {
    guard let effects = effectsByKey[key] else { return }
    remove(spared.isEmpty ? effects : effects.subtracting(spared), consequences: &consequences)
  }

  /// Takes out these effects.
  mutating func cancel(_ effects: Set<EffectID>, consequences: inout [Consequence]) {
    remove(effects.filter { isLive($0) }, consequences: &consequences)
  }

  /// Takes out every effect that one of several cancellations names.
  mutating func cancel(_ keys: [Key], consequences: inout [Consequence]) {
    let effects = keys.reduce(into: Set<EffectID>()) { $0.formUnion(effectsByKey[$1] ?? []) }
    remove(effects, consequences: &consequences)
  }

  /// Takes out every effect of a send.
  @usableFromInline mutating func cancel(group: GroupID, consequences: inout [Consequence]) {
    guard effectsByGroup[group] != nil else { return }
    remove(Set(entries.lazy.filter { $0.value.group == group }.map(\.key)), consequences: &consequences)
  }

  /// Takes out all effects.
  @usableFromInline mutating func cancelAll(consequences: inout [Consequence]) {
    remove(Set(entries.keys), consequences: &consequences)
  }

  private mutating func remove(_ effects: Set<EffectID>, consequences: inout [Consequence]) {
    // In the order in which they began, so that cancellation handlers run in the same order every time. Sequences began
    // before their steps and are gone when these finish, so a cancelled sequence does not go on.
    for effect in effects.sorted() {
      finish(effect, consequences: &consequences)
      consequences.append(.stop(effect))
    }
  }

  /// Every key that an effect answers to. An id that a child gave can be cancelled by the child and by each of its
  /// ancestors; the child as a whole by each operator on the way to it.
  private static func keys(path: ScopePath?, ids: [Key]) -> [Key] {
    if path == nil { return ids }
    var keys: [Key] = []
    for id in ids {
      var ancestor = id.path
      keys.append(id)
      while let current = ancestor {
        ancestor = current.parent
        keys.append(Key(path: ancestor, id: id.id))
      }
    }
    var ancestor = path
    while let current = ancestor {
      keys.append(Key(path: current, id: nil))
      ancestor = current.parent
    }
    return keys
  }
}
