/// On whose account an effect runs.
@usableFromInline struct EffectContext<Action> {
  /// The send that set it going.
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
  /// What it is a part of and can be cancelled as a whole, the innermost last. When that is over, nothing of it starts.
  @usableFromInline var enclosing: [EffectLedger.EffectID] = []

  @inlinable init(group: EffectLedger.GroupID, cause: Action, step: Int) {
    self.group = group
    self.cause = cause
    self.step = step
  }
}
