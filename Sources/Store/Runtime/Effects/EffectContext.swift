/// Where an effect comes from, and what can cancel it.
@usableFromInline struct EffectContext<Action> {
  /// The group of effects of the `send` that started it.
  @usableFromInline var group: EffectLedger.GroupID
  /// The action for which the reducer returned it.
  @usableFromInline let cause: Action
  /// The number of that action, if the store is inspected.
  @usableFromInline let step: Int
  /// The child that it belongs to.
  @usableFromInline var path: ScopePath?
  /// What ends the presentation of the innermost presented feature that it belongs to.
  @usableFromInline var dismissal: Action?
  /// What can cancel it.
  @usableFromInline var ids: CancellationIDs?
  /// The sequence that it is a step of.
  @usableFromInline var sequence: EffectLedger.EffectID?
  /// The effects that it is a part of and that can be cancelled as a whole. It starts only while the innermost of them
  /// is live.
  @usableFromInline var enclosing: EnclosingEffects?

  @inlinable init(group: EffectLedger.GroupID, cause: Action, step: Int) {
    self.group = group
    self.cause = cause
    self.step = step
  }
}

/// Effects that an effect is a part of, the innermost first.
///
/// A list, because most effects are a part of nothing, and an empty array costs more to copy than `nil`.
@usableFromInline final class EnclosingEffects {
  @usableFromInline let innermost: EffectLedger.EffectID
  let outer: EnclosingEffects?

  @usableFromInline init(_ innermost: EffectLedger.EffectID, in outer: EnclosingEffects?) {
    self.innermost = innermost
    self.outer = outer
  }

  static func all(_ enclosing: EnclosingEffects?) -> [EffectLedger.EffectID] {
    var effects: [EffectLedger.EffectID] = []
    var next = enclosing
    while let enclosing = next {
      effects.append(enclosing.innermost)
      next = enclosing.outer
    }
    return effects
  }
}
