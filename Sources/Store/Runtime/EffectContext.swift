/// On whose account an effect runs.
struct EffectContext<Action> {
  /// The send that set it going.
  let group: EffectLedger.GroupID
  /// The action for which the reducer returned it.
  let cause: Action
  /// The child that it belongs to.
  var path: ScopePath?
  /// What can cancel it.
  var ids: [EffectLedger.Key] = []
  /// The sequence that it is a step of.
  var sequence: EffectLedger.EffectID?
}
