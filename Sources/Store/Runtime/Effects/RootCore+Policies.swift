/// Runs effects that share an id and have policies. ``EffectQueues`` decides which of them run; this extension carries
/// that out.
///
/// In the ledger such an effect is a sequence with one step. While it waits, the step has not begun, and the sequence
/// is in flight like any other. It leaves its queue when it leaves the ledger: when the step has finished, or the
/// sequence is stopped.
extension RootCore {
  @usableFromInline func performQueued(
    _ effect: Effect<Action>,
    _ key: EffectLedger.Key,
    _ limit: EffectLimit,
    _ context: EffectContext<Action>
  ) {
    if context.ids?.isPartOfUnit(under: key) == true {
      guard isWanted(context) else { return performRemovals(effect, context) }
      var context = context
      context.ids = CancellationIDs(key, in: context.ids)
      return perform(effect, context)
    }
    let isPart = context.ids?.unitKey != nil
    var unitContext = context
    // The number of the sequence that is begun here, so that no other unit has it.
    unitContext.ids = CancellationIDs(unit: ledger.nextEffectID, in: CancellationIDs(key, in: context.ids))
    let unit = beginSequence(.list([effect]), unitContext, limit: limit)
    // Cancelling others may start effects that cancel this one.
    while let sequence = sequences[unit] {
      switch effectQueues.arrive(unit, isPart: isPart, under: key, limit.policy) {
      case .start:
        return advance(unit)
      case .wait:
        tell(StoreStep.effectSuspended, of: unit, sequence)
        // Effects of children that were removed are cancelled now, and not when the effect starts.
        sequences[unit]?.context.firstOfDelayed = ledger.nextEffectID
        return performRemovals(effect, context)
      case .discard:
        sequences[unit] = nil
        finish(unit)
        tell(StoreStep.effectDiscarded, of: unit, sequence)
        return performRemovals(effect, context)
      case .evict(let oldest):
        // This may start the next step of a sequence under the same key, which is older than the new effect too. So the
        // queue is asked again.
        if let oldestKey = sequences[oldest]?.context.ids?.unitKey { cancel(oldestKey) }
      }
    }
  }

  /// Called when an effect has finished or was cancelled. The effects that can run now are started when the queue of
  /// actions is empty: by then everything that is to be cancelled together with them is, and effects that finish at
  /// once do not make the stack grow.
  @usableFromInline func leaveQueue(_ unit: EffectLedger.EffectID) {
    var started: [EffectLedger.EffectID] = []
    effectQueues.leave(unit, started: &started)
    for unit in started { admitted.append(unit) }
  }

  /// Called when an effect was cancelled.
  @usableFromInline func cancelQueued(_ unit: EffectLedger.EffectID, _ sequence: EffectSequence) {
    leaveQueue(unit)
    // If the effect has begun, its parts were cancelled and reported as effects of their own.
    if !sequence.steps.isEmpty { tell(StoreStep.effectCancelled, of: unit, sequence) }
  }

  /// Starts the effects that may run now, and those that follow if they finish at once.
  ///
  /// - Returns: Whether there were any, so that actions may have been queued.
  @inlinable func startAdmitted() -> Bool {
    if admitted.isEmpty { return false }
    while let unit = admitted.popFirst() { startAdmitted(unit) }
    return true
  }

  @usableFromInline func startAdmitted(_ unit: EffectLedger.EffectID) {
    // It may have been cancelled in the meantime.
    guard let sequence = sequences[unit] else { return }
    tell(StoreStep.effectResumed, of: unit, sequence)
    advance(unit)
  }

  private func tell(
    _ step: (EffectDescription<Action>) -> StoreStep<State, Action>,
    of unit: EffectLedger.EffectID,
    _ sequence: EffectSequence
  ) {
    guard let location = sequence.limit?.location else { return }
    tell(step(EffectDescription(id: unit, name: nil, location: location, sequence.context)))
  }
}
