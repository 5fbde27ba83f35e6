import Dependencies

/// Wakes the pages when there is something new to send.
final class LiveSignal: Sendable {
  private struct State {
    var version = 0
    var lastWaiter = 0
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
  }

  private let state = Locked(State())

  /// The number of changes so far.
  var version: Int { state.withLock { $0.version } }

  /// Notes a change.
  func notify() {
    let waiters = state.withLock { state in
      state.version += 1
      defer { state.waiters.removeAll() }
      return state.waiters.isEmpty ? [] : Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: true) }
  }

  /// Waits for a change after a version.
  ///
  /// - Returns: Whether there is one; `false` if the time is over or the task was cancelled.
  func wait(after version: Int, atMost limit: Duration) async -> Bool {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    let alarm = Task {
      try? await Task.sleep(for: limit)
      stopWaiting(number)
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isChanged = state.withLock { state in
          if state.version != version { return true }
          state.waiters[number] = continuation
          return false
        }
        if isChanged { return continuation.resume(returning: true) }
        // The task may have been cancelled before its continuation was stored.
        if Task.isCancelled { stopWaiting(number) }
      }
    } onCancel: {
      stopWaiting(number)
    }
  }

  private func stopWaiting(_ number: Int) {
    state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: false)
  }
}
