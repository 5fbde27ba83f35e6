/// The cancellation ids of an effect, each with the child that gave it: the one that was given last, and those of what
/// the effect is a part of.
///
/// A linked list, so that nested effects share the ids of those around them.
@usableFromInline final class CancellationIDs {
  let outer: CancellationIDs?
  let key: EffectLedger.Key

  @usableFromInline init(_ key: EffectLedger.Key, in outer: CancellationIDs?) {
    self.key = key
    self.outer = outer
  }

  /// For people to read, the outermost first.
  static func descriptions(of ids: CancellationIDs?) -> [String] {
    var descriptions: [String] = []
    var next = ids
    while let ids = next {
      if let id = ids.key.id { descriptions.append(id.description) }
      next = ids.outer
    }
    return descriptions.reversed()
  }
}
