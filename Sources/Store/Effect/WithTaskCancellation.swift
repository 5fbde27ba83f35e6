import Dependencies

/// Runs a part of an effect's operation as a cancellation scope, which can be cancelled by an id while the rest
/// continues.
///
/// ```swift
/// return .run { send in
///   await send(.started)
///   let upload = try await withTaskCancellation(id: CancelID.upload, cancelInFlight: true) {
///     try await client.upload()
///   }
///   await send(.finished(upload))
/// }
/// ```
///
/// Effects and cancellation scopes share their ids: `.cancel(id:)` and `cancelInFlight` of either cancel both. Outside
/// of an effect no store can cancel the operation: it runs, and an issue is reported. In an unstructured task that
/// outlives its effect, the operation can be cancelled by its id, but the effect's `finish()` does not wait for it.
///
/// - Parameters:
///   - id: The id.
///   - cancelInFlight: Whether to cancel the effects and scopes in flight under the id before it starts.
///   - operation: The work. It starts on the caller's actor.
/// - Returns: What the operation returned.
/// - Throws: The error that the operation threw; after a cancellation usually a `CancellationError`. Nothing if the
///   operation can't throw.
public func withTaskCancellation<Value: Sendable, Failure: Error>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> Value,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async throws(Failure) -> Value {
  guard let effect = CurrentEffect.value else {
    reportIssue(
      """
      "withTaskCancellation(id:)" was called outside of an effect. The operation runs, but nothing can cancel it by its id.

      Cancellation ids belong to a store. Call the function from the operation of an "Effect.run", or from what that awaits; \
      an unstructured "Task.detached" in between loses the connection.
      """,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      article: .effects
    )
    return try await operation()
  }
  let scope = CancellationScope()
  let result: Result<Value, Failure> = await withTaskCancellationHandler {
    // The scope begins before the operation starts, so that a cancellation in between is not lost, and no part of the
    // operation runs at the same time as an effect that `cancelInFlight` cancels.
    let number = await effect.beginCancellationScope(
      id: CancelID(id),
      cancelInFlight: cancelInFlight,
      isolation: effect.isolation
    ) {
      scope.cancel()
    }
    let task = makeTask(executor: effect.executor, isolation: isolation, operation)
    scope.begin { task.cancel() }
    let result = await task.value
    if let number { await effect.endCancellationScope(number, isolation: effect.isolation) }
    return result
  } onCancel: {
    scope.cancel()
  }
  return try result.get()
}

private func makeTask<Value: Sendable, Failure: Error>(
  executor: (any TaskExecutor)?,
  isolation: isolated (any Actor)?,
  _ operation: @escaping @Sendable () async throws(Failure) -> Value
) -> Task<Result<Value, Failure>, Never> {
  guard let executor else {
    return Task {
      _ = isolation
      return await run(operation, isolation: isolation)
    }
  }
  // A task that is made with a preference for an executor does not start on the actor of the code that makes it.
  return Task(executorPreference: executor) { await run(operation, isolation: isolation) }
}

private func run<Value: Sendable, Failure: Error>(
  _ operation: @Sendable () async throws(Failure) -> Value,
  isolation: isolated (any Actor)?
) async -> Result<Value, Failure> {
  do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
}

/// A cancellation scope. It can be cancelled before its task exists.
private final class CancellationScope: Sendable {
  private enum Phase {
    case waiting
    case begun(cancel: @Sendable () -> Void)
    case cancelled
  }

  private let phase = Locked(Phase.waiting)

  func begin(cancel: @escaping @Sendable () -> Void) {
    let isCancelled = phase.withLock { phase in
      if case .cancelled = phase { return true }
      phase = .begun(cancel: cancel)
      return false
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    let cancel: (@Sendable () -> Void)? = phase.withLock { phase in
      defer { phase = .cancelled }
      if case .begun(let cancel) = phase { return cancel }
      return nil
    }
    cancel?()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the effects and cancellation scopes that run under an id in the store whose effect calls this.
  ///
  /// ```swift
  /// return .run { send in
  ///   Task.cancel(id: CancelID.search)
  ///   await send(.cancelled)
  /// }
  /// ```
  ///
  /// When it is called on the store's actor, where effects begin, the effects are cancelled when this returns.
  /// Elsewhere, they are cancelled as soon as the actor is free, and before the effect sends again.
  ///
  /// Outside of an effect there is no store whose effects could be cancelled: nothing happens, and an issue is
  /// reported.
  public static func cancel(
    id: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard let effect = CurrentEffect.value else {
      reportIssue(
        """
        "Task.cancel(id:)" was called outside of an effect. Nothing was cancelled.

        Cancellation ids belong to a store. Call it from the operation of an "Effect.run", or return ".cancel(id:)" from the \
        reducer.
        """,
        at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
        article: .effects
      )
      return
    }
    effect.cancelEffects(id: CancelID(id))
  }
}
