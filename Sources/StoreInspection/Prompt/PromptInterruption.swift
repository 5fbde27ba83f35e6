import Dependencies

/// The work that Ctrl-C cancels.
final class PromptInterruption: Sendable {
  enum Outcome {
    case cancelled
    case nothingRuns
    /// The work was already cancelled, and still runs.
    case notHeeded
  }

  private struct State {
    var cancel: (@Sendable () -> Void)?
    var isCancelled = false
  }

  private let state = Locked(State())

  /// Notes that work begins, and how to cancel it.
  func begin(_ cancel: @escaping @Sendable () -> Void) {
    state.withLock { $0 = State(cancel: cancel) }
  }

  /// Notes that the work has ended.
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
