/// A set of effects. It allocates nothing for a single effect, which is the usual case.
struct EffectIDs {
  private var first: EffectLedger.EffectID?
  private var others: Set<EffectLedger.EffectID> = []

  var isEmpty: Bool { first == nil && others.isEmpty }

  /// In the order in which the effects began.
  var inOrder: [EffectLedger.EffectID] {
    guard let first else { return others.sorted() }
    return others.isEmpty ? [first] : (others.union([first])).sorted()
  }

  mutating func insert(_ effect: EffectLedger.EffectID) {
    if isEmpty { first = effect } else if first != effect { others.insert(effect) }
  }

  mutating func remove(_ effect: EffectLedger.EffectID) {
    if first == effect { first = nil } else { others.remove(effect) }
  }
}
