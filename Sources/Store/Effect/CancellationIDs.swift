/// The cancellation ids of an effect, each with the child that gave it: the one that was given last, and those of what
/// the effect is a part of.
///
/// A linked list, so that nested effects share the ids of those around them.
@usableFromInline final class CancellationIDs {
  let outer: CancellationIDs?
  let key: EffectLedger.Key
  /// Names the innermost unit of ``EffectQueues`` that the effect is a part of.
  let unitKey: EffectLedger.Key?

  @usableFromInline init(_ key: EffectLedger.Key, in outer: CancellationIDs?) {
    self.key = key
    self.outer = outer
    unitKey = outer?.unitKey
  }

  /// The ids of a unit: those that it has, of which the innermost is that of its queue, and one that nothing else has.
  init(unit number: Int, in outer: CancellationIDs) {
    key = EffectLedger.Key(path: nil, id: CancelID(UnitID(number: number)))
    self.outer = outer
    unitKey = key
  }

  private struct UnitID: Hashable {
    let number: Int
  }

  /// Whether the effect is a part of a unit that is in the queue of a key.
  func isPartOfUnit(under key: EffectLedger.Key) -> Bool {
    var next: CancellationIDs? = self
    while let ids = next, ids.unitKey != nil {
      if ids.key == ids.unitKey, ids.outer?.key == key { return true }
      next = ids.outer
    }
    return false
  }

  /// For people to read, the outermost first.
  static func descriptions(of ids: CancellationIDs?) -> [String] {
    var descriptions: [String] = []
    var next = ids
    while let ids = next {
      if let id = ids.key.id, ids.key != ids.unitKey { descriptions.append(id.description) }
      next = ids.outer
    }
    return descriptions.reversed()
  }
}
