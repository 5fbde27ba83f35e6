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
      for effect in effects { perform(effect, context) }
    case .concatenate(let effects):
      let sequence = ledger.begin(context)
      sequences[sequence] = EffectSequence(steps: effects[...], context: context)
      advance(sequence)
    case .cancellable(let effect, let id, let cancelInFlight):
      let key = EffectLedger.Key(path: context.path, id: id)
      if cancelInFlight { cancel(key) }
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

  @inlinable func begin(
    _ run: RunOperation<Action>,
    _ context: EffectContext<Action>,
    completion: (() -> Void)? = nil
  ) {
    let id = ledger.begin(context)
    let effect = RunningEffect(id: id, run: run, context: context, core: self, completion: completion)
    running[id] = effect
    waiting.append(effect)
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
      guard var context = sequences[sequence]?.context else { return }
      context.sequence = sequence
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
    of context: EffectContext<Action>,
    id: CancelID,
    cancelInFlight: Bool,
    stop: @escaping @Sendable () -> Void
  ) -> EffectLedger.EffectID {
    let key = EffectLedger.Key(path: context.path, id: id)
    if cancelInFlight { cancel(key) }
    var context = context
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
    var context = context
    context.ids.append(key)
    var entry =
      rateLimits[key]
      ?? RateLimitEntry(
        state: RateLimitState(kind: limit.kind, duration: limit.duration, edges: limit.edges)
      )
    (entry.state.kind, entry.state.duration, entry.state.edges) = (limit.kind, limit.duration, limit.edges)
    let (decision, marks) = entry.state.arrive(elapsed: entry.elapsed?())
    if marks { entry.elapsed = stopwatch(limit.clock) }
    let replaced = entry.timer
    if case .hold = decision { entry.timer = nil }
    forgetOldRateLimits()
    rateLimits[key] = entry

    switch decision {
    case .drop:
      break
    case .start:
      perform(effect, context)
    case .hold(let duration):
      let timer = RunOperation<Action>(
        name: "\(limit.kind.name) \(id)",
        location: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
        operation: { _ in try await limit.clock.sleep(for: duration) }
      )
      begin(timer, context) { [unowned self] in release(effect, key, limit, context) }
      if let timer = waiting.last?.id {
        rateLimits[key]?.timer = timer
        rateLimitsByTimer[timer] = key
      }
      // Last, as a sequence that it was a step of goes on then, and may come back here.
      if let replaced { drop(timer: replaced) }
    }
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
    perform(effect, context)
  }

  @usableFromInline func drop(timer: EffectLedger.EffectID) {
    rateLimitsByTimer[timer] = nil
    guard let effect = running.removeValue(forKey: timer) else { return }
    effect.cancel()
    tell(.effectCancelled(effect.description))
    finish(timer)
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
