/// Where an effect comes from, and which ids and enclosing effects cancel it.
@usableFromInline struct EffectContext<Action> {
  /// The group of effects of the `send` that started it.
  @usableFromInline var group: EffectLedger.GroupID
  /// The action for which the reducer returned the effect; `nil` if the root feature has begun, or a shared value has
  /// changed.
  @usableFromInline let cause: Action?
  /// What the effect follows from, unless a reducer has returned it for the action.
  @usableFromInline var lifetime: LifetimeEvent?
  /// The number of that action if the store is inspected.
  @usableFromInline let step: Int
  /// The child that the effect belongs to; `nil` for the root.
  @usableFromInline var path: ScopePath?
  /// The action that dismisses the innermost presented feature that the effect belongs to.
  @usableFromInline var dismissal: Action?
  /// The ids that cancel the effect, the outermost first.
  @usableFromInline var ids: [EffectLedger.Key] = []
  /// The sequence that the effect is a step of.
  @usableFromInline var sequence: EffectLedger.EffectID?
  /// The effects that this one is a part of and that can be cancelled as a whole, the outermost first. It starts only
  /// while the innermost of them is in flight.
  @usableFromInline var enclosing: [EffectLedger.EffectID] = []

  @inlinable init(group: EffectLedger.GroupID, cause: Action?, step: Int) {
    self.group = group
    self.cause = cause
    self.step = step
  }
}
