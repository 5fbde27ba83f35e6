import Dependencies

extension RootCore {
  /// The steps of a `.concatenate` that have not started.
  @usableFromInline struct EffectSequence {
    @usableFromInline var steps: ArraySlice<Effect<Action>>
    @usableFromInline var context: EffectContext<Action>
    /// Whether a step is being started. If it finishes at once, the loop that starts it continues with the next step.
    @usableFromInline var isAdvancing = false
  }

  // MARK: Performing

  /// Performs an effect. Operations are entered in the ledger and started when the queue is empty.
  @inlinable func perform(_ effect: Effect<Action>, _ context: EffectContext<Action>) {
    switch effect.operation {
    case .none:
      break
    case .send(let action):
      append(action, cause: context.cause, step: context.step, group: context.group)
    case .run(let run):
      begin(run, context)
    case .merge(let effects):
      performAll(effects, context)
    case .concatenate(let effects):
      performInOrder(effects, context)
    case .cancellable(let effect, let marks):
      performCancellable(effect, marks, context)
    case .cancel(let id):
      cancel(EffectLedger.Key(path: context.path, id: id))
    case .scoped(let effect, let element, let dismissal):
      var context = context
      context.path = ScopePath(parent: context.path, element: element)
      if let dismissal { context.dismissal = dismissal }
      perform(effect, context)
    case .delayed(let effect, let delay):
      performDelayed(effect, delay, context)
    case .throttled(let effect, let limit):
      var context = context
      let whole = beginWhole(&context)
      performThrottled(effect, limit, context)
      if let whole { finish(whole) }
    case .ofLifetime(let effect, let event):
      var context = context
      context.lifetime = event
      // What lasts as long as the feature is not cancelled with the task of the action that has made the feature.
      if event.isMount { context.group = makeGroup() }
      perform(effect, context)
    }
  }

  @usableFromInline func performCancellable(
    _ effect: Effect<Action>,
    _ marks: [CancellationMark],
    _ context: EffectContext<Action>
  ) {
    var context = context
    var wholes: [EffectLedger.EffectID] = []
    // The last mark is the outermost.
    for mark in marks.reversed() where isWanted(context) {
      let key = EffectLedger.Key(path: context.path, id: mark.id)
      if mark.cancelInFlight {
        if let whole = beginWhole(&context) { wholes.append(whole) }
        cancelInFlight(key, context)
        guard isWanted(context) else { break }
      }
      context.ids.append(key)
    }
    if isWanted(context) { perform(effect, context) }
    for whole in wholes.reversed() { finish(whole) }
  }

  /// Enters an effect that can be cancelled as a whole in the ledger while its parts are being started. If one of the
  /// parts cancels the whole effect, directly or through an effect that it lets continue, the remaining parts are then
  /// not started.
  ///
  /// - Returns: The entry to finish afterwards, or `nil` if no id can cancel the effect.
  @inlinable func beginWhole(_ context: inout EffectContext<Action>) -> EffectLedger.EffectID? {
    guard !context.ids.isEmpty else { return nil }
    let whole = ledger.begin(context)
    context.enclosing.append(whole)
    return whole
  }

  @inlinable func performAll(_ effects: [Effect<Action>], _ context: EffectContext<Action>) {
    var context = context
    guard let whole = beginWhole(&context) else {
      for effect in effects { perform(effect, context) }
      return
    }
    for effect in effects where ledger.isLive(whole) { perform(effect, context) }
    finish(whole)
  }

  /// Enters a sequence in the ledger and starts its first step.
  @usableFromInline func performInOrder(_ effects: [Effect<Action>], _ context: EffectContext<Action>) {
    let sequence = ledger.begin(context)
    var context = context
    context.sequence = sequence
    context.enclosing.append(sequence)
    sequences[sequence] = EffectSequence(steps: effects[...], context: context)
    advance(sequence)
  }

  /// Whether the effects that the effect is a part of are still in flight.
  @inlinable func isWanted(_ context: EffectContext<Action>) -> Bool {
    context.enclosing.last.map { ledger.isLive($0) } ?? true
  }

  /// Enters an operation, which is started when the queue is empty.
  /// - Returns: The id of its effect, or `nil` if the store's actor is being deallocated: then the operation can't run.
  @inlinable @discardableResult func begin(
    _ run: RunOperation<Action>,
    _ context: EffectContext<Action>,
    next: Effect<Action> = .none
  ) -> EffectLedger.EffectID? {
    guard let isolation = runtime.isolation.actor else { return nil }
    let id = ledger.begin(context)
    let effect = RunningEffect(
      id: id,
      run: run,
      context: context,
      core: self,
      isolation: isolation,
      next: next
    )
    running[id] = effect
    waiting.append(effect)
    return id
  }

  /// - Parameter startsLeft: How many effects may still be started at once; `nil` as long as none has been started.
  @inlinable func startWaitingEffects(_ startsLeft: inout Int?) {
    while !waiting.isEmpty {
      var left = startsLeft ?? waiting.count + Self.followersStartedAtOnce
      defer { startsLeft = left }
      // Effects that begin while one is being started, because it sends, are started by that send.
      swap(&starting, &waiting)
      while let effect = starting.popFirst() {
        start(effect, atOnce: left > 0)
        left -= 1
      }
    }
  }

  /// Starts the effects of an action that was sent while other effects were being started or observers notified. They
  /// become tasks.
  ///
  /// This call starts them, not the outermost one, so that the tasks get the task-local values of their own sender.
  /// They begin to run when the actor is free: after the effects that are being started, and after the sender has
  /// returned or suspends.
  @inlinable func startNestedEffects() {
    while let effect = waiting.popFirst() { start(effect, atOnce: false) }
  }

  @inlinable func start(_ effect: RunningEffect<State, Action>, atOnce: Bool) {
    // It may have been cancelled before it could start.
    guard case .waiting = effect.status else { return }
    tell(.effectStarted(effect.description))
    effect.start(runtime.configuration, atOnce: atOnce)
  }

  /// Starts the next step of a sequence, and the following ones while each finishes at once.
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

  /// Called when the operation of an effect has returned.
  @inlinable func effectFinished(_ effect: RunningEffect<State, Action>) {
    guard running.removeValue(forKey: effect.id) != nil else { return }
    runtime.configuration.recorder?.didEnd(effect)
    change {
      tell(.effectFinished(effect.description))
      if !effect.next.isNone {
        var context = effect.context
        // It is in flight until the next one is, so that a sequence of which it is a step does not continue in between.
        context.enclosing.append(effect.id)
        perform(effect.next, context)
      }
      finish(effect.id)
    }
  }

  @inlinable func finish(_ effect: EffectLedger.EffectID) {
    carryOut(ledger.finish(effect))
  }

  /// Cancels the effects that a key names. Called outside of a reduction.
  func cancelEffects(_ key: EffectLedger.Key) {
    change { cancel(key) }
  }

  /// Cancels the effects of a send, and sends the actions that are to tell of it.
  func cancel(group: EffectLedger.GroupID) {
    change {
      let consequences = ledger.cancel(group: group)
      let effects = consequences.compactMap { if case .stop(let id) = $0 { running[id] } else { nil } }
      carryOut(consequences)
      for effect in effects {
        guard let action = effect.run.cancelled?() else { continue }
        // A group of their own, because this one has ended.
        queue.append(QueuedWork(.action(action), origin: .effect(effect), group: makeGroup(), sender: .effect))
      }
    }
  }

  @inlinable func cancelAllEffects() {
    change { carryOut(ledger.cancelAll()) }
  }

  @inlinable func cancel(_ key: EffectLedger.Key) {
    carryOut(ledger.cancel(key))
  }

  /// Cancels the effects in flight under a key, before another one starts.
  ///
  /// Spares the effects that the new one is a part of. Repeats, because cancelling a step of a sequence may start the
  /// next step under the same key, which is older than the new effect.
  func cancelInFlight(
    _ key: EffectLedger.Key,
    _ context: EffectContext<Action>
  ) {
    var hasAdvanced: Bool
    repeat {
      let consequences = ledger.cancel(key, sparing: context.enclosing)
      hasAdvanced = consequences.contains { if case .advance = $0 { true } else { false } }
      carryOut(consequences)
    } while hasAdvanced
  }

  @inlinable func carryOut(_ consequences: [EffectLedger.Consequence]) {
    // Everything that is cancelled together is stopped before other sequences continue.
    for consequence in consequences {
      if case .stop(let id) = consequence {
        sequences[id] = nil
        cancellationScopes.removeValue(forKey: id)?()
        if let effect = running.removeValue(forKey: id) {
          effect.cancel()
          tell(.effectCancelled(effect.description))
        }
      }
    }
    for consequence in consequences {
      switch consequence {
      case .stop: break
      case .advance(let sequence):
        advance(sequence)
      case .groupFinished(let group):
        // Checked later, because another consequence or an action in the queue may start further effects of the group.
        if !groupWaiters.isEmpty { finishedGroups.append(group) }
      }
    }
  }

  // MARK: Cancellation scopes

  func beginCancellationScope(
    of effect: EffectLedger.EffectID,
    _ context: EffectContext<Action>,
    id: CancelID,
    cancelInFlight: Bool,
    stop: @escaping @Sendable () -> Void
  ) -> EffectLedger.EffectID {
    let key = EffectLedger.Key(path: context.path, id: id)
    var context = context
    context.enclosing = [effect]
    var scope = 0
    change {
      if cancelInFlight { self.cancelInFlight(key, context) }
      context.ids.append(key)
      context.sequence = nil
      scope = ledger.begin(context)
      cancellationScopes[scope] = stop
    }
    return scope
  }

  func endCancellationScope(_ scope: EffectLedger.EffectID) {
    guard let stop = cancellationScopes.removeValue(forKey: scope) else { return }
    change { finish(scope) }
    withExtendedLifetime(stop) {}
  }
}

extension EffectLedger {
  @inlinable mutating func begin<Action>(_ context: EffectContext<Action>) -> EffectID {
    begin(group: context.group, sequence: context.sequence, path: context.path, ids: context.ids)
  }
}
