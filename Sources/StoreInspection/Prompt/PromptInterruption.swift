import Dependencies

/// What Ctrl-C ends.
final class PromptInterruption: Sendable {
  enum Outcome {
    case cancelled
    case nothingRuns
    /// What runs was cancelled before, and still does.
    case notHeeded
  }

  private struct State {
    var cancel: (@Sendable () -> Void)?
    var isCancelled = false
  }

  private let state = Locked(State())

  /// Says how to end what runs from now on.
  func begin(_ cancel: @escaping @Sendable () -> Void) {
    state.withLock { $0 = State(cancel: cancel) }
  }

  /// Says that nothing runs any more.
  func end() {
    state.withLock { $0 = State() }
  }

  func interrupt() -> Outcome {
    let (cancel, wasCancelled) = state.withLock { state in
      defer { state.isCancelled = true }
      return (state.cancel, state.isCancelled)
    }
    guard let cancel else { return .nothingRuns }
    cancel()
    return wasCancelled ? .notHeeded : .cancelled
  }
}
