import Dependencies

/// An effect that is in flight: the task, and what is known of it.
///
/// `@unchecked Sendable`: the constants are `Sendable` or, like `cause` and `core`, used on the store's actor only. The
/// variables are too: `execute` runs there, as does everything that takes `isolation` as its isolated parameter, and the
/// core, which calls the rest, is not `Sendable` and belongs to that actor.
final class RunningEffect<State, Action>: AmbientEffect, @unchecked Sendable {
  enum Status {
    case waiting
    case running
    case finished
    case cancelled
  }

  let id: EffectLedger.EffectID
  let run: RunOperation<Action>
  /// What it was started for, and what can cancel it.
  let context: EffectContext<Action>
  let isolation: any Actor
  let executor: (any TaskExecutor)?
  private weak let core: RootCore<State, Action>?
  /// What to do when it has finished undisturbed: a timer's purpose.
  let completion: (() -> Void)?
  private(set) var status = Status.waiting
  private var task: Task<Void, Never>?
  /// Sends since the effect last gave other work of the actor a chance.
  private var sendCount = 0

  init(
    id: EffectLedger.EffectID,
    run: RunOperation<Action>,
    context: EffectContext<Action>,
    core: RootCore<State, Action>,
    completion: (() -> Void)?
  ) {
    self.id = id
    self.run = run
    self.context = context
    self.core = core
    self.isolation = core.runtime.isolation
    self.executor = core.runtime.configuration.executor
    self.completion = completion
  }

  var description: EffectDescription<Action> {
    EffectDescription(
      id: id,
      name: run.name,
      cause: context.cause,
      fileID: "\(run.location.fileID)",
      line: Int(run.location.line),
      cancellationIDs: context.ids.compactMap { $0.id?.description }
    )
  }

  func start(_ configuration: StoreConfiguration) {
    guard case .waiting = status else { return }
    status = .running
    let task = isolation.assumeIsolated { makeTask(configuration, isolation: $0) }
    switch status {
    case .waiting, .running: self.task = task
    // It may have been cancelled while it ran up to its first suspension.
    case .cancelled: task.cancel()
    case .finished: break
    }
  }

  private func makeTask(_ configuration: StoreConfiguration, isolation: isolated any Actor) -> Task<Void, Never> {
    let recorder = configuration.recorder
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), configuration.start == .immediate {
      return Task.immediate(
        name: run.name,
        priority: run.priority,
        executorPreference: executor
      ) {
        _ = isolation
        await self.execute(recorder)
      }
    }
    return Task(name: run.name, executorPreference: executor, priority: run.priority) {
      _ = isolation
      await self.execute(recorder)
    }
  }

  /// Stops the effect. It can send no more.
  func cancel() {
    status = .cancelled
    task?.cancel()
    task = nil
  }

  /// Stops the task of an effect whose store is going away. The store is no longer there to be sent to.
  func abandon() {
    task?.cancel()
  }

  private func execute(_ recorder: SuspensionRecorder?) async {
    await CurrentEffect.$value.withValue(self) {
      guard let recorder else { return await bindDependencies() }
      await SuspensionRecorder.$current.withValue(recorder) { await bindDependencies() }
    }
    if case .running = status { status = .finished }
    core?.effectFinished(self)
  }

  private func bindDependencies() async {
    guard let dependencies = run.dependencies else { return await perform() }
    await withDependencyValues(dependencies) { await perform() }
  }

  private func perform() async {
    guard case .running = status else { return }
    let send = Send<Action> { action in await self.receive(action, isolation: self.isolation) }
    do {
      try await run.operation(send)
    } catch is CancellationError {
      // The way in which an effect ends when it is cancelled.
    } catch {
      guard case .running = status else { return }
      if let handler = run.handler {
        await handler(error, send)
      } else {
        reportUnhandled(error)
      }
    }
  }

  private func receive(_ action: sending Action, isolation: isolated any Actor) async {
    switch status {
    case .waiting, .running:
      core?.receive(action, from: self)
      if case .cancelled = status {
        // The action was the effect's own end. Its task may not be known yet, if this is its first stretch.
        withUnsafeCurrentTask { $0?.cancel() }
        return
      }
      // An effect that sends in a loop without ever waiting would keep the actor, and whoever started it, for ever.
      sendCount += 1
      if sendCount == Self.sendsBetweenYields {
        sendCount = 0
        await Task.yield()
      }
    case .cancelled:
      break
    case .finished:
      reportIssue(
        """
        An effect sent an action after it had finished. The action was dropped.

          Action:
        \(indentedDump(action))
          Effect: \(description.summary), for the action
        \(indentedDump(context.cause))

        This usually means that "send" escaped from the effect's operation: into an unstructured task, or into a closure that \
        something called later. Keep the operation running for as long as it sends: await the work, or wrap callbacks in an \
        "AsyncStream" and loop over it.
        """,
        at: run.location
      )
    }
  }

  private func reportUnhandled(_ error: any Error) {
    reportIssue(
      """
      An effect threw an error that nothing handles.

        Error:
      \(indentedDump(error))
        Effect: \(description.summary), for the action
      \(indentedDump(context.cause))

      Handle errors in the operation with "do" and "catch", or give "Effect.run" a "catch" closure that sends an action.
      """,
      at: run.location
    )
  }

  // MARK: AmbientEffect

  func beginStretch(id: CancelID, cancelInFlight: Bool, stop: @escaping @Sendable () -> Void) async -> Int? {
    await beginStretch(id: id, cancelInFlight: cancelInFlight, stop: stop, isolation: isolation)
  }

  private func beginStretch(
    id: CancelID,
    cancelInFlight: Bool,
    stop: @escaping @Sendable () -> Void,
    isolation: isolated any Actor
  ) -> Int? {
    guard case .running = status else {
      stop()
      return nil
    }
    return core?.beginStretch(of: context, id: id, cancelInFlight: cancelInFlight, stop: stop)
  }

  func endStretch(_ stretch: Int) async {
    await endStretch(stretch, isolation: isolation)
  }

  private func endStretch(_ stretch: Int, isolation: isolated any Actor) {
    core?.endStretch(stretch)
  }

  func cancelEffects(id: CancelID) async {
    await cancelEffects(id: id, isolation: isolation)
  }

  private func cancelEffects(id: CancelID, isolation: isolated any Actor) {
    core?.cancelEffects(EffectLedger.Key(path: context.path, id: id))
    if case .cancelled = status { withUnsafeCurrentTask { $0?.cancel() } }
  }

  /// How many sends an effect may make before it gives other work of the actor a chance.
  private static var sendsBetweenYields: Int { 128 }
}
