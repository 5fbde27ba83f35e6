/// The cancellation ids of an effect, each with the child that gave it. The innermost id comes first, then those of the
/// effects that the effect is a part of.
///
/// A linked list, so that nested effects share the ids of the effects around them.
@usableFromInline final class CancellationIDs: LinkedList {
  var next: CancellationIDs?
  let key: EffectLedger.Key
  /// The key of the innermost unit of ``EffectQueues`` that the effect is a part of. No other unit has this key.
  let unitKey: EffectLedger.Key?

  @usableFromInline init(_ key: EffectLedger.Key, in outer: CancellationIDs?) {
    self.key = key
    next = outer
    unitKey = outer?.unitKey
  }

  /// Makes the ids of a unit: a key that no other unit has, then those in `outer`, which begins with its queue's key.
  init(unit number: Int, in outer: CancellationIDs) {
    key = EffectLedger.Key(path: nil, id: CancelID(UnitID(number: number)))
    next = outer
    unitKey = key
  }

  deinit {
    releaseRest()
  }

  private struct UnitID: Hashable {
    let number: Int
  }

  /// Whether the effect is a part of a unit in the queue of a key.
  func isPartOfUnit(under key: EffectLedger.Key) -> Bool {
    sequence(first: self, next: \.next).contains { $0.key == $0.unitKey && $0.next?.key == key }
  }

  /// The ids as text, the outermost first.
  var descriptions: [String] {
    sequence(first: self, next: \.next).compactMap { $0.key == $0.unitKey ? nil : $0.key.id?.description }.reversed()
  }
}
