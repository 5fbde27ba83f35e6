/// Effects that share an id and have policies. ``EffectQueues`` decides which of them run; here it is done.
///
/// In the ledger such an effect is a sequence with one step. While it waits the step has not begun, and the sequence is
/// in flight like any other. It leaves its queue when it leaves the ledger: when the step is over, or the sequence is
/// stopped.
extension RootCore {
  @usableFromInline func performQueued(
    _ effect: Effect<Action>,
    _ key: EffectLedger.Key,
    _ limit: EffectLimit,
    _ context: EffectContext<Action>
  ) {
    if context.ids?.isPartOfUnit(under: key) == true {
      return performCancellable(effect, key, cancelInFlight: false, context)
    }
    let isPart = context.ids?.unitKey != nil
    lastUnit += 1
    var unitContext = context
    unitContext.ids = CancellationIDs(unit: lastUnit, in: CancellationIDs(key, in: context.ids))
    let unit = beginSequence(.list([effect]), unitContext, limit: limit)
    // What goes on when others are cancelled may cancel this one.
    while let sequence = sequences[unit] {
      switch effectQueues.arrive(unit, isPart: isPart, under: key, limit.policy) {
      case .start:
        return advance(unit)
      case .wait:
        tell(Inspection.effectSuspended, of: unit, sequence)
        // Children that are gone are gone now, and not when its turn comes.
        return performRemovals(effect, context)
      case .discard:
        sequences[unit] = nil
        finish(unit)
        tell(Inspection.effectDiscarded, of: unit, sequence)
        return performRemovals(effect, context)
      case .evict(let oldest):
        // This may start the next step of a sequence, under the same key, which is older than the new effect too.
        if let oldestKey = sequences[oldest]?.context.ids?.unitKey { cancel(oldestKey) }
      }
    }
  }

  /// An effect has finished or was cancelled. Those that run instead are started when the queue of actions is empty: by
  /// then all that is to be cancelled with it is, and the stack does not grow with those that are over at once.
  @usableFromInline func leaveQueue(_ unit: EffectLedger.EffectID) {
    var started: [EffectLedger.EffectID] = []
    effectQueues.leave(unit, started: &started)
    for unit in started { admitted.append(unit) }
  }

  /// An effect was cancelled.
  @usableFromInline func cancelQueued(_ unit: EffectLedger.EffectID, _ sequence: EffectSequence) {
    leaveQueue(unit)
    // Of one that has begun, what it is composed of was cancelled.
    if !sequence.steps.isEmpty { tell(Inspection.effectCancelled, of: unit, sequence) }
  }

  /// Starts the effects whose turn has come, and those that follow when they are over at once.
  ///
  /// - Returns: Whether there were any, so that actions may have been queued.
  @inlinable func startAdmitted() -> Bool {
    if admitted.isEmpty { return false }
    while let unit = admitted.popFirst() { startAdmitted(unit) }
    return true
  }

  @usableFromInline func startAdmitted(_ unit: EffectLedger.EffectID) {
    // It may have been cancelled since.
    guard let sequence = sequences[unit] else { return }
    tell(Inspection.effectResumed, of: unit, sequence)
    advance(unit)
  }

  private func tell(
    _ inspection: (EffectDescription<Action>) -> Inspection<State, Action>,
    of unit: EffectLedger.EffectID,
    _ sequence: EffectSequence
  ) {
    guard let location = sequence.limit?.location else { return }
    let context = sequence.context
    tell(
      inspection(
        EffectDescription(
          id: unit,
          name: nil,
          cause: context.cause,
          causeStep: context.step,
          location: location,
          ids: context.ids
        )
      )
    )
  }
}
