import Dependencies

/// An effect in flight: its task, and what the task needs to run.
///
/// `@unchecked Sendable`: the constants are `Sendable` or, like `cause` and `core`, used on the store's actor only. The
/// variables are too: `execute` runs there, as does everything that takes `isolation` as its isolated parameter, and
/// the core, which calls the rest, is not `Sendable` and belongs to that actor.
@usableFromInline final class RunningEffect<State, Action>: AmbientEffect, @unchecked Sendable {
  @usableFromInline enum Status {
    /// In the ledger, without a task, because the queue is not empty yet.
    case waiting
    /// Has a task, which may send.
    case running
    /// The operation has returned. Actions that it sends from now on are reported.
    case finished
    /// Cancelled, possibly before it had a task. Actions that it sends from now on are dropped.
    case cancelled
  }

  @usableFromInline let id: EffectLedger.EffectID
  @usableFromInline let run: RunOperation<Action>
  /// Where the effect comes from, and what cancels it.
  @usableFromInline let context: EffectContext<Action>
  @usableFromInline let isolation: any Actor
  @usableFromInline let root: RootReference<State, Action>
  /// What to perform when the operation has returned.
  @usableFromInline let next: Effect<Action>
  @usableFromInline var status = Status.waiting
  @usableFromInline var task: Task<Void, Never>?
  /// Identifies the effect's own task. Set before the operation begins, and never changed.
  @usableFromInline var taskIdentity: Int?
  /// Whether the effect runs up to its first suspension, in the call of `start`, which gets to know `task` afterwards.
  @usableFromInline var isStarting = false
  /// Whether it was cancelled because the child that it belongs to is gone.
  @usableFromInline var isOfGoneChild = false
  /// The number of sends since the effect last let other work of the actor run.
  @usableFromInline var sendCount = 0

  @inlinable init(
    id: EffectLedger.EffectID,
    run: RunOperation<Action>,
    context: EffectContext<Action>,
    core: RootCore<State, Action>,
    isolation: any Actor,
    next: Effect<Action>
  ) {
    self.id = id
    self.run = run
    self.context = context
    self.root = core.rootReference
    self.isolation = isolation
    self.next = next
  }

  @inlinable var core: RootCore<State, Action>? { root.core }
  @inlinable var executor: (any TaskExecutor)? { root.executor }

  @inlinable var description: EffectDescription<Action> {
    EffectDescription(id: id, name: run.name, location: run.location, context)
  }

  /// - Parameter atOnce: Whether to run the effect up to its first suspension now, on systems that can do that.
  ///   Otherwise it begins when the actor is free.
  @inlinable func start(_ configuration: StoreConfiguration, atOnce: Bool) {
    guard case .waiting = status else { return }
    status = .running
    var configuration = configuration
    if !atOnce { configuration.start = .enqueued }
    isStarting = true
    let task = CurrentEffect.local.withValue(self) { bindDependencies { makeTask(configuration) } }
    isStarting = false
    switch status {
    case .waiting, .running: self.task = task
    // The effect may have been cancelled while it ran up to its first suspension.
    case .cancelled: task.cancel()
    case .finished: break
    }
  }

  /// Binds the effect's dependencies around the creation of the task, which copies task-local values. Binding them
  /// within the task would cost it one or two suspensions.
  @inlinable func bindDependencies<Result>(_ body: () -> Result) -> Result {
    let dependencies = run.dependencies.owned()
    if DependencyValues.current.isIdentical(to: dependencies) { return body() }
    return withDependencyValues(dependencies, body)
  }

  @inlinable func makeTask(_ configuration: StoreConfiguration) -> Task<Void, Never> {
    // `assumeIsolated` would stop the program too, but on the main actor without a message.
    if !isolation.isCurrent { core?.stopUnlessIsolated() }
    guard let recorder = configuration.recorder else {
      return isolation.assumeIsolated { makeTask(configuration, isolation: $0) }
    }
    return SuspensionRecorder.local.withValue(recorder) {
      isolation.assumeIsolated { makeTask(configuration, isolation: $0) }
    }
  }

  @inlinable func makeTask(_ configuration: StoreConfiguration, isolation: isolated any Actor) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), configuration.start == .immediate {
      if run.name == nil, run.priority == nil, executor == nil {
        // A task without options takes a quarter less time, and most effects have none.
        return Task.immediate {
          _ = isolation
          await self.execute()
        }
      }
      return Task.immediate(
        name: run.name,
        priority: run.priority,
        executorPreference: executor
      ) {
        _ = isolation
        await self.execute()
      }
    }
    guard let executor else {
      return Task(name: run.name, priority: run.priority) {
        _ = isolation
        await self.execute()
      }
    }
    // A task that is made with a preference for an executor does not start on the actor of the code that makes it.
    return Task(name: run.name, executorPreference: executor, priority: run.priority) {
      await self.execute(isolation: isolation)
    }
  }

  /// Stops the effect. It can send no more.
  @inlinable func cancel() {
    status = .cancelled
    task?.cancel()
    task = nil
  }

  /// Whether the effect goes on when its store has ended, because it is that of the end.
  var outlivesStore: Bool { context.lifetime?.kind == .dismount }

  /// Cancels the task of an effect whose store is being released.
  func abandon() {
    task?.cancel()
  }

  @inlinable func execute(isolation: isolated any Actor) async {
    await execute()
  }

  @inlinable func execute() async {
    // Asked for by recorders, which only test stores have, and while the effect starts. Finding it out takes time.
    if isStarting || executor != nil { taskIdentity = withUnsafeCurrentTask { $0?.hashValue } }
    await operate()
    if core?.isBusy == true { await RootCore.rest(of: core) }
    if case .running = status { status = .finished }
    core?.effectFinished(self)
  }

  @inlinable func operate() async {
    guard case .running = status else { return }
    let send = Send<Action>(access: run.usesState ? self : nil) { action in
      await self.receive(action, isolation: self.isolation)
    }
    do {
      try await run.operation(send)
    } catch {
      // Thrown by most operations when they are cancelled.
      if isCancellation(error) { return }
      // Errors are not reported if the effect was cancelled or the store is gone.
      guard case .running = status, core != nil else { return }
      guard let handler = run.handler, !(error is any FeatureStoreMisuse) else { return reportUnhandled(error) }
      do {
        try await handler(error, send)
      } catch {
        if !isCancellation(error) { reportUnhandled(error) }
      }
    }
  }

  // Never specialized: with Swift 6.3, an optimized `async` method that gets an action of many small fields, such as a
  // `UUID`, is called with another object as `self`.
  @inline(never) @usableFromInline func receive(_ action: sending Action, isolation: isolated any Actor) async {
    root.cancelPostponed()
    // Checked here, on the actor, because the task may have been cancelled while it waited for the actor.
    guard !Task.isCancelled else { return }
    switch status {
    case .waiting, .running:
      core?.receive(action, from: self)
      cancelTaskIfCancelledWhileStarting()
      if case .cancelled = status { return }
      // Without this, an effect that sends in an endless loop would block the actor.
      sendCount += 1
      if sendCount == Self.sendsBetweenYields {
        sendCount = 0
        await Task.yield()
      }
    case .cancelled:
      break
    case .finished:
      reportLateSend(action)
    }
  }

  @usableFromInline func reportLateSend(_ action: Action) {
    reportIssue(
      """
      An effect sent an action after it had finished. The action was dropped.

        Action:
      \(indentedDump(action))
        Effect: \(description.summaryWithCause)

      This usually means that "send" escaped from the effect's operation: into an unstructured task, or into a closure that \
      something called later. Keep the operation running for as long as it sends: await the work, or wrap callbacks in an \
      "AsyncStream" and loop over it.
      """,
      at: run.location,
      article: .effects
    )
  }

  @usableFromInline func reportUnhandled(_ error: any Error) {
    if wasReported(error) { return }
    let details = """
        Effect: \(description.summaryWithCause)
      """
    if let misuse = error as? any FeatureStoreMisuse {
      return reportIssue("\(misuse)\n\n\(details)", at: run.location, article: .stateInEffects)
    }
    reportIssue(
      """
      An effect threw an error that nothing handles.

        Error:
      \(indentedDump(error))
      \(details)

      Handle errors in the operation with "do" and "catch", or give "Effect.run" a "catch" closure that sends an action.
      """,
      at: run.location,
      article: .effects
    )
  }

  // MARK: AmbientEffect

  @usableFromInline var isInItsOwnTask: Bool { taskIdentity == withUnsafeCurrentTask { $0?.hashValue } }

  @usableFromInline func beginCancellationScope(
    id: CancelID,
    cancelInFlight: Bool,
    isolation: isolated any Actor,
    stop: @escaping @Sendable () -> Void
  ) async -> Int? {
    await RootCore.rest(of: core)
    root.cancelPostponed()
    var context = context
    switch status {
    case .waiting, .running:
      break
    case .cancelled:
      stop()
      return nil
    case .finished:
      // Called by a task that outlives its effect. It gets a group of its own, because the effect's group has finished.
      guard let core else { return nil }
      context.group = core.makeGroup()
    }
    return core?.beginCancellationScope(of: self.id, context, id: id, cancelInFlight: cancelInFlight, stop: stop)
  }

  @usableFromInline func endCancellationScope(_ scope: Int, isolation: isolated any Actor) async {
    await RootCore.rest(of: core)
    core?.endCancellationScope(scope)
  }

  @usableFromInline func cancelEffects(id: CancelID) {
    let isDone = root.cancel { $0.cancelEffects(EffectLedger.Key(path: self.context.path, id: id)) }
    // A postponed cancellation is carried out in another task.
    if isDone { cancelTaskIfCancelledWhileStarting() }
  }

  /// Cancels the effect's task if the effect has cancelled itself before its first suspension, when `task` is not set
  /// yet.
  ///
  /// Whoever else calls the effect's `send` is not cancelled: another effect, of this store or of another one, or a task
  /// of the program.
  @inlinable func cancelTaskIfCancelledWhileStarting() {
    guard isStarting, case .cancelled = status, isInItsOwnTask else { return }
    withUnsafeCurrentTask { $0?.cancel() }
  }

  @usableFromInline func dismiss(isolation: isolated any Actor) async -> Bool {
    await RootCore.rest(of: core)
    guard let dismissal = context.dismissal else {
      guard let core, let dismissRoot = core.runtime.configuration.dismissRoot else { return false }
      dismissRoot()
      // The effects of a dismissed feature are cancelled.
      core.cancelAllEffects()
      cancelTaskIfCancelledWhileStarting()
      return true
    }
    // An effect that has finished or was cancelled must not dismiss the feature that is presented now.
    guard case .running = status else { return true }
    core?.receive(dismissal, from: self)
    cancelTaskIfCancelledWhileStarting()
    return true
  }

  /// The number of sends after which an effect lets other work of the actor run.
  @inlinable static var sendsBetweenYields: Int { 128 }
}
