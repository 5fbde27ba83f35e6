/// The cancellation ids of an effect, each with the child that gave it. The innermost id comes first, then those of the
/// effects that the effect is a part of.
///
/// A linked list, so that nested effects share the ids of the effects around them.
@usableFromInline final class CancellationIDs: LinkedList {
  var next: CancellationIDs?
  let key: EffectLedger.Key

  @usableFromInline init(_ key: EffectLedger.Key, in outer: CancellationIDs?) {
    self.key = key
    next = outer
  }

  deinit {
    releaseRest()
  }

  /// The ids as text, the outermost first.
  var descriptions: [String] {
    sequence(first: self, next: \.next).compactMap(\.key.id?.description).reversed()
  }
}
