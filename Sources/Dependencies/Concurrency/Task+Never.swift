extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, and then throws `CancellationError`.
  ///
  /// A test store knows that nothing more comes of an effect that waits here, and does not wait for it.
  public static func never() async throws {
    try await waitForCancellation()
  }

  /// Lets other tasks run before this one continues, as far as so many turns suffice.
  ///
  /// There is no guarantee that another task has got as far as is hoped for: with a test store and a `TestClock`, which
  /// know when nothing is left to run, this is not needed.
  ///
  /// - Parameter count: How many turns.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<Swift.max(count, 0) {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

extension Task where Failure == Never {
  /// Waits until the task is cancelled, and then throws `CancellationError`. The result type is that of what is being
  /// stood in for.
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
