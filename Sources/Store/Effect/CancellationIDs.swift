/// The cancellation ids of an effect, each with the child that gave it. The innermost id comes first, then those of the
/// effects that the effect is a part of.
///
/// A linked list, so that nested effects share the ids of the effects around them.
@usableFromInline final class CancellationIDs {
  let outer: CancellationIDs?
  let key: EffectLedger.Key
  /// The key of the innermost unit of ``EffectQueues`` that the effect is a part of. No other unit has this key.
  let unitKey: EffectLedger.Key?

  @usableFromInline init(_ key: EffectLedger.Key, in outer: CancellationIDs?) {
    self.key = key
    self.outer = outer
    unitKey = outer?.unitKey
  }

  /// Makes the ids of a unit: a key that no other unit has, then those in `outer`, which begins with its queue's key.
  init(unit number: Int, in outer: CancellationIDs) {
    key = EffectLedger.Key(path: nil, id: CancelID(UnitID(number: number)))
    self.outer = outer
    unitKey = key
  }

  private struct UnitID: Hashable {
    let number: Int
  }

  /// Whether the effect is a part of a unit in the queue of a key.
  func isPartOfUnit(under key: EffectLedger.Key) -> Bool {
    var next: CancellationIDs? = self
    while let ids = next, ids.unitKey != nil {
      if ids.key == ids.unitKey, ids.outer?.key == key { return true }
      next = ids.outer
    }
    return false
  }

  /// The ids as text, the outermost first.
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
