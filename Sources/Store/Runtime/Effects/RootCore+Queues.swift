import Dependencies

/// The effects with a policy that share an id, in the order in which they came.
///
/// Each is a sequence of one step, which ends when all of the effect has ended.
@usableFromInline struct EffectQueue {
  var running: [EffectLedger.EffectID] = []
  var waiting: [(effect: EffectLedger.EffectID, maxCount: Int)] = []
}

extension RootCore {
  /// Performs an effect when its policy lets it run.
  @usableFromInline func performQueued(
    _ effect: Effect<Action>,
    _ key: EffectLedger.Key,
    _ policy: EffectPolicy,
    _ context: EffectContext<Action>
  ) {
    // Those that the effect is a part of can't end before it does.
    let enclosing = EnclosingEffects.all(context.enclosing)
    func others() -> [EffectLedger.EffectID] {
      effectQueues[key]?.running.filter { !enclosing.contains($0) } ?? []
    }
    var context = context
    let whole = beginWhole(&context)
    if case .runNewest = policy {
      while let oldest = others().first, others().count >= policy.maxCount { cancel(oldest, in: key) }
    }
    let isTooMany = others().count >= policy.maxCount
    if !isWanted(context) || (isTooMany && policy.discardsNew) {
      performRemovals(effect, context)
    } else {
      context.ids = CancellationIDs(key, in: context.ids)
      let entry = enter(effect, key, context)
      if isTooMany {
        effectQueues[key, default: EffectQueue()].waiting.append((entry, policy.maxCount))
      } else {
        effectQueues[key, default: EffectQueue()].running.append(entry)
        advance(entry)
      }
    }
    if let whole { finish(whole) }
  }

  /// Enters an effect as a sequence that has not begun.
  private func enter(
    _ effect: Effect<Action>,
    _ key: EffectLedger.Key,
    _ context: EffectContext<Action>
  ) -> EffectLedger.EffectID {
    let entry = ledger.begin(context)
    var context = context
    context.ids = CancellationIDs(EffectLedger.Key(path: context.path, id: CancelID(entry: entry)), in: context.ids)
    context.sequence = entry
    context.enclosing = EnclosingEffects(entry, in: context.enclosing)
    sequences[entry] = EffectSequence(steps: EffectList.list([effect]).makeIterator(), context: context, queue: key)
    return entry
  }

  /// Cancels one of the effects that share an id.
  private func cancel(_ entry: EffectLedger.EffectID, in queue: EffectLedger.Key) {
    var consequences: [EffectLedger.Consequence] = []
    ledger.cancel(entry, consequences: &consequences)
    ledger.cancel(EffectLedger.Key(path: queue.path, id: CancelID(entry: entry)), consequences: &consequences)
    carryOut(consequences)
  }

  /// An effect of a queue has ended or was cancelled: the next one that waits may start.
  @usableFromInline func leave(_ queue: EffectLedger.Key, _ effect: EffectLedger.EffectID) {
    guard var entries = effectQueues[queue] else { return }
    entries.running.removeAll { $0 == effect }
    // Those that were cancelled in the same moment leave when their turn comes.
    entries.waiting.removeAll { $0.effect == effect || !ledger.isLive($0.effect) }
    var next: EffectLedger.EffectID?
    if let first = entries.waiting.first, entries.running.count < first.maxCount {
      next = first.effect
      entries.waiting.removeFirst()
      entries.running.append(first.effect)
    }
    effectQueues[queue] = entries.running.isEmpty && entries.waiting.isEmpty ? nil : entries
    if let next { advance(next) }
  }
}
