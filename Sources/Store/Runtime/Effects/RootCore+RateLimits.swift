import Dependencies

/// Performs `debounce` and `throttle`.
extension RootCore {
  /// The state of the `debounce` or `throttle` with one id in one child.
  @usableFromInline struct RateLimitEntry {
    /// The limit of the effect that arrived last.
    var limit: RateLimit
    /// Returns the time since the last mark.
    var elapsed: (() -> Duration)?
    /// The effect that sleeps until the waiting effect may start; `nil` if no effect waits.
    @usableFromInline var timer: EffectLedger.EffectID?
  }

  @usableFromInline func performLimited(
    _ effect: Effect<Action>,
    id: CancelID,
    _ limit: RateLimit,
    _ context: EffectContext<Action>
  ) {
    let key = EffectLedger.Key(path: context.path, id: id)
    var entry = rateLimits[key] ?? RateLimitEntry(limit: limit)
    entry.limit = limit
    let (decision, marks) = limit.decide(isHolding: entry.timer != nil, elapsed: entry.elapsed?())
    if marks { entry.elapsed = stopwatch(limit.clock) }
    forgetOldRateLimits()
    rateLimits[key] = entry

    switch decision {
    case .drop:
      break
    case .start:
      performLimited(effect, key, context)
    case .hold(let duration):
      // A debounced effect is cancelled as soon as another arrives; a throttled one, when the other starts.
      if case .debounce = limit.kind { cancelInFlight(key, context) } else { dropTimer(key) }
      guard isWanted(context) else { return }
      var timerContext = context
      timerContext.ids = CancellationIDs(key, in: context.ids)
      // The time counts from the reduction of the action, not from when a busy machine gets to run the operation.
      let sleep = limit.clock.makeSleep(for: duration)
      let timer = RunOperation<Action>(
        name: "\(limit.kind.name) \(id)",
        location: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
        operation: { _ in try await sleep() }
      )
      let wait = RateLimitWait(
        key: key,
        release: { [unowned self] in release(effect, key, limit, context) }
      )
      // Looked up again, because cancelling an effect may have started the next step of a sequence.
      if let id = begin(timer, timerContext, wait: wait) { rateLimits[key]?.timer = id }
    }
  }

  /// Runs the effect, after cancelling those in flight under its id.
  @usableFromInline func performLimited(
    _ effect: Effect<Action>,
    _ key: EffectLedger.Key,
    _ context: EffectContext<Action>
  ) {
    cancelInFlight(key, context)
    guard isWanted(context) else { return }
    var context = context
    context.ids = CancellationIDs(key, in: context.ids)
    perform(effect, context)
  }

  /// Starts the waiting effect.
  func release(
    _ effect: Effect<Action>,
    _ key: EffectLedger.Key,
    _ limit: RateLimit,
    _ context: EffectContext<Action>
  ) {
    guard var entry = rateLimits[key], let timer = entry.timer else { return }
    entry.timer = nil
    if case .throttle = entry.limit.kind { entry.elapsed = stopwatch(limit.clock) }
    rateLimits[key] = entry
    var context = context
    // The timer stays in flight until the effect is, so that a sequence of which it is a step does not continue in
    // between.
    context.enclosing = EnclosingEffects(timer, in: context.enclosing)
    performLimited(effect, key, context)
  }

  /// Cancels the effect that waits under a key. Repeats, because that may start the next step of a sequence, which may
  /// wait under the same key.
  func dropTimer(_ key: EffectLedger.Key) {
    while let timer = rateLimits[key]?.timer {
      rateLimits[key]?.timer = nil
      carryOut(ledger.cancel(timer))
    }
  }

  /// Removes expired entries. There can be many ids, such as one for each row.
  func forgetOldRateLimits() {
    guard rateLimits.count >= rateLimitsToSearch else { return }
    rateLimits = rateLimits.filter { _, entry in
      entry.timer != nil || entry.elapsed.map { $0() < entry.limit.duration } ?? false
    }
    // Doubled, so that each entry costs amortized constant time.
    rateLimitsToSearch = max(64, rateLimits.count * 2)
  }
}

/// What to start after an effect has slept for a rate limit.
@usableFromInline struct RateLimitWait {
  @usableFromInline let key: EffectLedger.Key
  @usableFromInline let release: () -> Void
}

/// Returns a function that measures the time since now with a clock.
private func stopwatch<C: Clock<Duration>>(_ clock: C) -> () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}

extension RateLimit.Kind {
  var name: String {
    switch self {
    case .debounce: "debounce"
    case .throttle: "throttle"
    }
  }
}
