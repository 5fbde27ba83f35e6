import Dependencies

/// Counts changes and resumes the tasks that wait for the next one.
final class ChangeSignal: Sendable {
  private struct State {
    var count = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0
  }

  private let state = Locked(State())

  /// The number of changes.
  var count: Int { state.withLock { $0.count } }

  func noteChange() {
    let waiters = state.withLock { state in
      state.count += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    // Resumes the tasks in the order in which they began to wait, so that runs are repeatable.
    for (_, waiter) in waiters.sorted(by: { $0.key < $1.key }) { waiter.resume() }
  }

  /// Waits for a change that only this process can make, and records the wait with its reason: a deterministic test
  /// then knows that the task does not wait for the outside world.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func wait(after count: Int, reason: String) async throws {
    let recorder = SuspensionRecorder.current
    let suspension = recorder?.willSuspend(reason)
    defer { if let recorder, let suspension { recorder.didResume(suspension) } }
    await wait(after: count)
    try Task.checkCancellation()
  }

  /// Waits until there are more than `count` changes, or until the task is cancelled.
  func wait(after count: Int) async {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          // If the task was cancelled before this point, its cancellation handler has already run.
          guard state.count == count, !Task.isCancelled else { return false }
          state.waiters[id] = continuation
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }
}
