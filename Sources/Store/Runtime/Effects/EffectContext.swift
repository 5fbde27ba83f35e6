/// Where an effect comes from, and which ids and enclosing effects cancel it.
@usableFromInline struct EffectContext<Action> {
  /// The group of effects of the `send` that started it.
  @usableFromInline var group: EffectLedger.GroupID
  /// The action for which the reducer returned the effect.
  @usableFromInline let cause: Action
  /// The number of that action if the store is inspected.
  @usableFromInline let step: Int
  /// The child that the effect belongs to; `nil` for the root.
  @usableFromInline var path: ScopePath?
  /// The action that dismisses the innermost presented feature that the effect belongs to.
  @usableFromInline var dismissal: Action?
  /// The ids that cancel the effect.
  @usableFromInline var ids: CancellationIDs?
  /// The sequence that the effect is a step of.
  @usableFromInline var sequence: EffectLedger.EffectID?
  /// The effects that this one is a part of and that can be cancelled as a whole. It starts only while the innermost of
  /// them is in flight.
  @usableFromInline var enclosing: EnclosingEffects?

  @inlinable init(group: EffectLedger.GroupID, cause: Action, step: Int) {
    self.group = group
    self.cause = cause
    self.step = step
  }
}

/// The effects that an effect is a part of, the innermost first.
///
/// A linked list, because most effects are not part of another one, and an empty array costs more to copy than `nil`.
@usableFromInline final class EnclosingEffects: LinkedList {
  @usableFromInline let innermost: EffectLedger.EffectID
  var next: EnclosingEffects?

  @usableFromInline init(_ innermost: EffectLedger.EffectID, in outer: EnclosingEffects?) {
    self.innermost = innermost
    next = outer
  }

  deinit {
    releaseRest()
  }

  var all: [EffectLedger.EffectID] { sequence(first: self, next: \.next).map(\.innermost) }
}
