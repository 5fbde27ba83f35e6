import Dependencies

/// Performs effects that wait.
extension RootCore {
  /// The effect of a throttle that started last, and the one that waits.
  @usableFromInline struct ThrottleEntry {
    var duration: Duration
    /// Returns the time since the effect started.
    let elapsed: () -> Duration
    /// The effect that sleeps until it may start.
    var waiting: EffectLedger.EffectID?

    var isOver: Bool { elapsed() >= duration }
  }

  /// Performs an effect when a delay is over.
  ///
  /// - Returns: The id of the effect that sleeps until then.
  @discardableResult
  @usableFromInline func performDelayed(
    _ effect: Effect<Action>,
    _ delay: Delay,
    _ context: EffectContext<Action>
  ) -> EffectLedger.EffectID? {
    // The time counts from the reduction of the action, not from when a busy machine gets to run the operation.
    let sleep = delay.clock.makeSleep(for: delay.duration)
    let run = RunOperation<Action>(
      name: delay.name,
      location: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
      operation: { _ in try await sleep() }
    )
    return begin(run, context, next: effect)
  }

  @usableFromInline func performThrottled(
    _ effect: Effect<Action>,
    _ limit: ThrottleLimit,
    _ context: EffectContext<Action>
  ) {
    let key = EffectLedger.Key(path: context.path, id: limit.id)
    let rest = throttles[key].map { limit.duration - $0.elapsed() } ?? .zero
    let isWaiting = waiting(under: key, context) != nil
    if rest <= .zero, !isWaiting {
      forgetThrottlesThatAreOver()
      throttles[key] = ThrottleEntry(duration: limit.duration, elapsed: stopwatch(limit.clock))
      return performCancellable(effect, [CancellationMark(id: limit.id, cancelInFlight: true)], context)
    }
    guard limit.latest || !isWaiting else { return }
    throttles[key]?.duration = limit.duration
    // Repeats, because it may start the next step of a sequence, which may wait under the same key.
    while let waiting = waiting(under: key, context) { carryOut(ledger.cancel(waiting)) }
    guard isWanted(context) else { return }
    var delayed = context
    delayed.ids.append(key)
    let delay = Delay(name: "throttle \(limit.id)", duration: rest, clock: limit.clock)
    // Not within the assignment, which must not overlap with what else may be throttled meanwhile.
    let id = performDelayed(Effect(.throttled(effect, limit)), delay, delayed)
    throttles[key]?.waiting = id
  }

  /// The effect that waits under a key, except one that this effect is a part of.
  private func waiting(under key: EffectLedger.Key, _ context: EffectContext<Action>) -> EffectLedger.EffectID? {
    throttles[key]?.waiting.flatMap {
      ledger.isLive($0) && !context.enclosing.contains($0) ? $0 : nil
    }
  }

  /// There can be many ids, such as one for each row.
  private func forgetThrottlesThatAreOver() {
    guard throttles.count >= throttlesToSearch else { return }
    throttles = throttles.filter { !$1.isOver || ($1.waiting.map { ledger.isLive($0) } ?? false) }
    // Doubled, so that each entry costs amortized constant time.
    throttlesToSearch = max(64, throttles.count * 2)
  }
}

/// Returns a function that measures the time since now with a clock.
private func stopwatch<C: Clock<Duration>>(_ clock: C) -> () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
