import Dependencies

extension RootCore {
  /// The steps of a `.concatenate` that are still to come.
  @usableFromInline struct EffectSequence {
    @usableFromInline var steps: EffectList<Action>.Iterator
    @usableFromInline let context: EffectContext<Action>
    /// Whether a step is being started: if it is over at once, the loop that starts it goes on.
    @usableFromInline var isAdvancing = false

    @inlinable init(steps: EffectList<Action>.Iterator, context: EffectContext<Action>) {
      self.steps = steps
      self.context = context
    }
  }

  /// A `debounce` or `throttle` of one id in one place.
  @usableFromInline struct RateLimitEntry {
    @usableFromInline var state: RateLimitState
    /// The time since the last mark.
    @usableFromInline var elapsed: (() -> Duration)?
    /// The effect that sleeps until the waiting effect may run.
    @usableFromInline var timer: EffectLedger.EffectID?
  }

  // MARK: Performing

  /// Does what an effect says. Operations are entered in the ledger, and started when the queue is empty.
  @inlinable func perform(_ effect: Effect<Action>, _ context: EffectContext<Action>) {
    switch effect.operation {
    case .none:
      break
    case .send(let action):
      append(action, context)
    case .run(let run):
      begin(run, context)
    case .merge(let effects):
      performAll(effects, context)
    case .concatenate(let effects):
      performInOrder(effects, context)
    case .cancellable(let effect, let id, let cancelInFlight):
      let key = EffectLedger.Key(path: context.path, id: id)
      if cancelInFlight { self.cancelInFlight(key, context) }
      guard isWanted(context) else { return }
      var context = context
      context.ids = CancellationIDs(key, in: context.ids)
      perform(effect, context)
    case .cancel(let id):
      cancel(EffectLedger.Key(path: context.path, id: id))
    case .scoped(let effect, let element, let dismissal):
      var context = context
      context.path = ScopePath(parent: context.path, element: element)
      if let dismissal { context.dismissal = dismissal }
      perform(effect, context)
    case .cancelScopes(let elements):
      cancel(elements.map { EffectLedger.Key(path: ScopePath(parent: context.path, element: $0), id: nil) })
    case .rateLimited(let effect, let id, let limit):
      performLimited(effect, id: id, limit, context)
    }
  }

  @usableFromInline func performAll(_ effects: EffectList<Action>, _ context: EffectContext<Action>) {
    // Without an id nothing can cancel them as a whole.
    guard context.ids != nil else {
      for effect in effects { perform(effect, context) }
      return
    }
    // In flight while its parts are being started, so that one of them that cancels the whole cancels the rest of them.
    let whole = ledger.begin(context)
    var context = context
    context.enclosing.append(whole)
    for effect in effects where ledger.isLive(whole) { perform(effect, context) }
    finish(whole)
  }

  @usableFromInline func performInOrder(_ effects: EffectList<Action>, _ context: EffectContext<Action>) {
    let sequence = ledger.begin(context)
    var context = context
    context.sequence = sequence
    context.enclosing.append(sequence)
    sequences[sequence] = EffectSequence(steps: effects.makeIterator(), context: context)
    advance(sequence)
  }

  /// Whether what the effect is a part of is still in flight.
  @inlinable func isWanted(_ context: EffectContext<Action>) -> Bool {
    context.enclosing.last.map { ledger.isLive($0) } ?? true
  }

  /// Enters an operation, which is started when the queue is empty.
  /// - Returns: Its id, or `nil` if the store's actor is being deallocated, which leaves the operation nowhere to run.
  @inlinable @discardableResult func begin(
    _ run: RunOperation<Action>,
    _ context: EffectContext<Action>,
    completion: (() -> Void)? = nil
  ) -> EffectLedger.EffectID? {
    guard let isolation = runtime.isolation else { return nil }
    let id = ledger.begin(context)
    let effect = RunningEffect(
      id: id,
      run: run,
      context: context,
      core: self,
      isolation: isolation,
      completion: completion
    )
    running[id] = effect
    waiting.append(effect)
    return id
  }

  @inlinable func startWaitingEffects(_ startsLeft: inout Int) {
    while !waiting.isEmpty {
      // Those that begin meanwhile, in a send of one that is being started, are that send's to start.
      swap(&starting, &waiting)
      while let effect = starting.popFirst() {
        start(effect, atOnce: startsLeft > 0)
        startsLeft -= 1
      }
    }
  }

  /// Makes tasks of the effects of an action that was sent while others were being started, or observers told.
  ///
  /// It is done here, and not by the outermost call, for the tasks to get the task-local values of their own sender.
  /// They begin to run when the actor is free, which is after those that were being started, and what the sender does
  /// next.
  @inlinable func startNestedEffects() {
    while let effect = waiting.popFirst() { start(effect, atOnce: false) }
  }

  @inlinable func start(_ effect: RunningEffect<State, Action>, atOnce: Bool) {
    // It may have been cancelled before it could start.
    guard case .waiting = effect.status else { return }
    tell(.effectStarted(effect.description))
    effect.start(runtime.configuration, atOnce: atOnce)
  }

  /// Goes to the next step of a sequence that has one, past those that are over at once.
  @inlinable func advance(_ sequence: EffectLedger.EffectID) {
    guard sequences[sequence]?.isAdvancing == false else { return }
    sequences[sequence]?.isAdvancing = true
    while !ledger.isBusy(sequence: sequence), let step = sequences[sequence]?.steps.next() {
      guard let context = sequences[sequence]?.context else { return }
      perform(step, context)
    }
    guard let entry = sequences[sequence] else { return }
    sequences[sequence]?.isAdvancing = false
    if entry.steps.isEmpty && !ledger.isBusy(sequence: sequence) {
      sequences[sequence] = nil
      finish(sequence)
    }
  }

  // MARK: Ending

  /// An effect's operation has returned.
  @inlinable func effectFinished(_ effect: RunningEffect<State, Action>) {
    guard running.removeValue(forKey: effect.id) != nil else { return }
    change {
      tell(.effectFinished(effect.description))
      effect.completion?()
      finish(effect.id)
    }
  }

  @inlinable func finish(_ effect: EffectLedger.EffectID) {
    var consequences: [EffectLedger.Consequence] = []
    ledger.finish(effect, consequences: &consequences)
    carryOut(consequences)
  }

  /// Cancels what a key names, from outside of a reduction.
  @usableFromInline func cancelEffects(_ key: EffectLedger.Key) {
    change { cancel(key) }
  }

  @usableFromInline func cancel(group: EffectLedger.GroupID) {
    change {
      var consequences: [EffectLedger.Consequence] = []
      ledger.cancel(group: group, consequences: &consequences)
      carryOut(consequences)
    }
  }

  @usableFromInline func cancelAllEffects() {
    change {
      var consequences: [EffectLedger.Consequence] = []
      ledger.cancelAll(consequences: &consequences)
      carryOut(consequences)
    }
  }

  @usableFromInline func cancel(_ key: EffectLedger.Key) {
    var consequences: [EffectLedger.Consequence] = []
    ledger.cancel(key, consequences: &consequences)
    carryOut(consequences)
  }

  /// Cancels what runs under a key already, for the sake of an effect that is about to start.
  ///
  /// What that effect is a part of goes on. An effect that is cancelled may let a sequence go on to the next one under
  /// the same key, which came before the effect too.
  @usableFromInline func cancelInFlight(
    _ key: EffectLedger.Key,
    _ context: EffectContext<Action>
  ) {
    var hasAdvanced: Bool
    repeat {
      var consequences: [EffectLedger.Consequence] = []
      ledger.cancel(key, sparing: context.enclosing, consequences: &consequences)
      hasAdvanced = consequences.contains { if case .advance = $0 { true } else { false } }
      carryOut(consequences)
    } while hasAdvanced
  }

  @usableFromInline func cancel(_ keys: [EffectLedger.Key]) {
    var consequences: [EffectLedger.Consequence] = []
    ledger.cancel(keys, consequences: &consequences)
    carryOut(consequences)
  }

  @inlinable func carryOut(_ consequences: [EffectLedger.Consequence]) {
    for consequence in consequences {
      switch consequence {
      case .stop(let id):
        sequences[id] = nil
        if let key = rateLimitsByTimer.removeValue(forKey: id) {
          rateLimits[key]?.timer = nil
          rateLimits[key]?.state.cancel()
        }
        stretches.removeValue(forKey: id)?()
        if let effect = running.removeValue(forKey: id) {
          effect.cancel()
          tell(.effectCancelled(effect.description))
        }
      case .advance(let sequence):
        advance(sequence)
      case .groupFinished(let group):
        // A later consequence, or an action in the queue, may start further effects for the group.
        finishedGroups.append(group)
      }
    }
  }

  // MARK: Cancellable stretches of an effect

  @usableFromInline func beginStretch(
    of effect: EffectLedger.EffectID,
    _ context: EffectContext<Action>,
    id: CancelID,
    cancelInFlight: Bool,
    stop: @escaping @Sendable () -> Void
  ) -> EffectLedger.EffectID {
    let key = EffectLedger.Key(path: context.path, id: id)
    var context = context
    context.enclosing = [effect]
    var stretch = 0
    change {
      if cancelInFlight { self.cancelInFlight(key, context) }
      context.ids = CancellationIDs(key, in: context.ids)
      context.sequence = nil
      stretch = ledger.begin(context)
      stretches[stretch] = stop
    }
    return stretch
  }

  @usableFromInline func endStretch(_ stretch: EffectLedger.EffectID) {
    guard let stop = stretches.removeValue(forKey: stretch) else { return }
    change { finish(stretch) }
    withExtendedLifetime(stop) {}
  }

  // MARK: Debounce and throttle

  @usableFromInline func performLimited(
    _ effect: Effect<Action>,
    id: CancelID,
    _ limit: RateLimit,
    _ context: EffectContext<Action>
  ) {
    let key = EffectLedger.Key(path: context.path, id: id)
    var entry =
      rateLimits[key]
      ?? RateLimitEntry(
        state: RateLimitState(kind: limit.kind, duration: limit.duration, edges: limit.edges)
      )
    (entry.state.kind, entry.state.duration, entry.state.edges) = (limit.kind, limit.duration, limit.edges)
    let (decision, marks) = entry.state.arrive(elapsed: entry.elapsed?())
    if marks { entry.elapsed = stopwatch(limit.clock) }
    forgetOldRateLimits()
    rateLimits[key] = entry

    switch decision {
    case .drop:
      break
    case .start:
      performLimited(effect, key, context)
    case .hold(let duration):
      // A debounced effect makes room at once for the one that comes after it, a throttled one when that starts.
      if case .debounce = limit.kind { cancelInFlight(key, context) } else { dropTimer(key) }
      guard isWanted(context) else { return }
      // As an effect that was cancelled may have let a sequence go on, this is asked anew.
      rateLimits[key]?.state.hold()
      var timerContext = context
      timerContext.ids = CancellationIDs(key, in: context.ids)
      let timer = RunOperation<Action>(
        name: "\(limit.kind.name) \(id)",
        location: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
        operation: { _ in try await limit.clock.sleep(for: duration) }
      )
      if let id = begin(timer, timerContext, completion: { [unowned self] in release(effect, key, limit, context) }) {
        rateLimits[key]?.timer = id
        rateLimitsByTimer[id] = key
      }
    }
  }

  /// Runs the effect in place of those that run under its id.
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

  /// The waiting effect's time has come.
  @usableFromInline func release(
    _ effect: Effect<Action>,
    _ key: EffectLedger.Key,
    _ limit: RateLimit,
    _ context: EffectContext<Action>
  ) {
    guard var entry = rateLimits[key], let timer = entry.timer else { return }
    rateLimitsByTimer[timer] = nil
    entry.timer = nil
    if entry.state.release() { entry.elapsed = stopwatch(limit.clock) }
    rateLimits[key] = entry
    var context = context
    // The timer is in flight until the effect is, so that a sequence which it is a step of does not go on in between.
    context.enclosing.append(timer)
    performLimited(effect, key, context)
  }

  /// Cancels the effect that waits under a key.
  @usableFromInline func dropTimer(_ key: EffectLedger.Key) {
    while let timer = rateLimits[key]?.timer {
      rateLimits[key]?.timer = nil
      rateLimitsByTimer[timer] = nil
      var consequences: [EffectLedger.Consequence] = []
      ledger.cancel(timer, consequences: &consequences)
      carryOut(consequences)
    }
  }

  /// Ids can be many, one to a row for example. Those whose time is long past are of no use.
  @usableFromInline func forgetOldRateLimits() {
    guard rateLimits.count >= rateLimitsToSearch else { return }
    rateLimits = rateLimits.filter { _, entry in
      entry.timer != nil || entry.elapsed.map { $0() < entry.state.duration } ?? false
    }
    // As many have to come again, so that each costs the same.
    rateLimitsToSearch = max(64, rateLimits.count * 2)
  }
}

/// The time since now, by a clock.
private func stopwatch<C: Clock<Duration>>(_ clock: C) -> () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}

extension RateLimit.Kind {
  @inlinable var name: String {
    switch self {
    case .debounce: "debounce"
    case .throttle: "throttle"
    }
  }
}

extension EffectLedger {
  @inlinable mutating func begin<Action>(_ context: EffectContext<Action>) -> EffectID {
    begin(group: context.group, sequence: context.sequence, path: context.path, ids: context.ids)
  }
}
