extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, and then throws `CancellationError`.
  ///
  /// A test store knows that an effect that waits here sends nothing more, and does not wait for it.
  public static func never() async throws {
    try await waitForCancellation()
  }

  /// Lets other tasks run before this one continues, by yielding `count` times.
  ///
  /// Other tasks may need more turns than that. A test store and a `TestClock` know when no task can continue, so tests
  /// that use them do not need this function.
  ///
  /// - Parameter count: The number of turns.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<Swift.max(count, 0) {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

extension Task where Failure == Never {
  /// Waits until the task is cancelled, and then throws `CancellationError`. The result can have any type, so that this
  /// call can replace one that returns a result.
  ///
  /// ```swift
  /// $0.temperature = { city in try await Task.never() }  // no answer
  /// ```
  public static func never() async throws -> Success {
    try await waitForCancellation()
  }
}

private func waitForCancellation() async throws -> Never {
  let recorder = SuspensionRecorder.current
  let token = recorder?.willSuspend("waiting in 'Task.never()' until it is cancelled")
  await withTaskCancellationHandler {
    for await _ in AsyncStream<Never>.never {}
  } onCancel: {
    if let token { recorder?.didResume(token) }
  }
  throw CancellationError()
}
