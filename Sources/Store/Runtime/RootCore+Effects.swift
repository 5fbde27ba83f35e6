import Dependencies

extension RootCore {
  /// The steps of a `.concatenate` that are still to come.
  @usableFromInline struct EffectSequence {
    @usableFromInline var steps: ArraySlice<Effect<Action>>
    @usableFromInline let context: EffectContext<Action>
    /// Whether a step is being started: if it is over at once, the loop that starts it goes on.
    @usableFromInline var isAdvancing = false

    @inlinable init(steps: ArraySlice<Effect<Action>>, context: EffectContext<Action>) {
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
      context.ids.append(key)
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

  @usableFromInline func performAll(_ effects: [Effect<Action>], _ context: EffectContext<Action>) {
    // Without an id nothing can cancel them as a whole.
    guard !context.ids.isEmpty else {
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

  @usableFromInline func performInOrder(_ effects: [Effect<Action>], _ context: EffectContext<Action>) {
    let sequence = ledger.begin(context)
    var context = context
    context.sequence = sequence
    context.enclosing.append(sequence)
    sequences[sequence] = EffectSequence(steps: effects[...], context: context)
    advance(sequence)
  }

  /// Whether what the effect is a part of is still in flight.
  @inlinable func isWanted(_ context: EffectContext<Action>) -> Bool {
    context.enclosing.last.map { ledger.isLive($0) } ?? true
  }

  @discardableResult @inlinable func begin(
    _ run: RunOperation<Action>,
    _ context: EffectContext<Action>,
    completion: (() -> Void)? = nil
  ) -> EffectLedger.EffectID {
    let id = ledger.begin(context)
    let effect = RunningEffect(id: id, run: run, context: context, core: self, completion: completion)
    running[id] = effect
    waiting.append(effect)
    return id
  }

  @inlinable func startWaitingEffects() {
    while waitingHead < waiting.count {
      let effect = waiting[waitingHead]
      waitingHead += 1
      // It may have been cancelled before it could start.
      guard case .waiting = effect.status else { continue }
      tell(.effectStarted(effect.description))
      effect.start(runtime.configuration)
      if waitingHead >= 64 && waitingHead * 2 > waiting.count {
        waiting.removeFirst(waitingHead)
        waitingHead = 0
      }
    }
    // One by one: there is seldom more than one, and removing a range costs more than that.
    while waiting.popLast() != nil {}
    waitingHead = 0
  }

  /// Goes to the next step of a sequence that has one, past those that are over at once.
  @inlinable func advance(_ sequence: EffectLedger.EffectID) {
    guard sequences[sequence]?.isAdvancing == false else { return }
    sequences[sequence]?.isAdvancing = true
    while !ledger.isBusy(sequence: sequence), let step = sequences[sequence]?.steps.popFirst() {
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
    tell(.effectFinished(effect.description))
    effect.completion?()
    finish(effect.id)
    resume()
  }

  @inlinable func finish(_ effect: EffectLedger.EffectID) {
    var consequences: [EffectLedger.Consequence] = []
    ledger.finish(effect, consequences: &consequences)
    carryOut(consequences)
  }

  /// Cancels what a key names, from outside of a reduction.
  @usableFromInline func cancelEffects(_ key: EffectLedger.Key) {
    cancel(key)
    resume()
  }

  @usableFromInline func cancel(group: EffectLedger.GroupID) {
    var consequences: [EffectLedger.Consequence] = []
    ledger.cancel(group: group, consequences: &consequences)
    carryOut(consequences)
    resume()
  }

  @usableFromInline func cancelAllEffects() {
    var consequences: [EffectLedger.Consequence] = []
    ledger.cancelAll(consequences: &consequences)
    carryOut(consequences)
    resume()
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
    if cancelInFlight { self.cancelInFlight(key, context) }
    context.ids.append(key)
    context.sequence = nil
    let stretch = ledger.begin(context)
    stretches[stretch] = stop
    resume()
    return stretch
  }

  @usableFromInline func endStretch(_ stretch: EffectLedger.EffectID) {
    guard stretches.removeValue(forKey: stretch) != nil else { return }
    finish(stretch)
    resume()
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
      timerContext.ids.append(key)
      let timer = RunOperation<Action>(
        name: "\(limit.kind.name) \(id)",
        location: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
        operation: { _ in try await limit.clock.sleep(for: duration) }
      )
      let timerID = begin(timer, timerContext) { [unowned self] in release(effect, key, limit, context) }
      rateLimits[key]?.timer = timerID
      rateLimitsByTimer[timerID] = key
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
    context.ids.append(key)
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
      ledger.cancel([timer], consequences: &consequences)
      carryOut(consequences)
    }
  }

  /// Ids can be many, one to a row for example. Those whose time is long past are of no use.
  @usableFromInline func forgetOldRateLimits() {
    guard rateLimits.count >= 64 else { return }
    rateLimits = rateLimits.filter { _, entry in
      entry.timer != nil || entry.elapsed.map { $0() < entry.state.duration } ?? false
    }
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
