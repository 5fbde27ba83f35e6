import Dependencies

/// Wakes the reader of a sequence of states. Locked, because a store can be released on any thread.
final class StateReader: Sendable {
  private enum Phase {
    /// No signal since the last wait.
    case idle
    /// A signal came while nobody waited.
    case signalled
    case waiting(CheckedContinuation<Bool, Never>)
    /// No further signal will come.
    case finished
  }

  private let phase = Locked(Phase.idle)

  /// Whether no further signal will come.
  var isFinished: Bool {
    phase.withLock { if case .finished = $0 { true } else { false } }
  }

  func signal() {
    let waiter: CheckedContinuation<Bool, Never>? = phase.withLock { phase in
      switch phase {
      case .idle, .signalled:
        phase = .signalled
        return nil
      case .waiting(let waiter):
        phase = .idle
        return waiter
      case .finished:
        return nil
      }
    }
    waiter?.resume(returning: true)
  }

  func finish() {
    let waiter: CheckedContinuation<Bool, Never>? = phase.withLock { phase in
      defer { phase = .finished }
      if case .waiting(let waiter) = phase { return waiter }
      return nil
    }
    waiter?.resume(returning: false)
  }

  /// Waits for the next signal.
  /// - Returns: `false` if none will come, or the task was cancelled.
  func wait() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result: Bool? = phase.withLock { phase in
          switch phase {
          case .signalled:
            phase = .idle
            return true
          case .finished:
            return false
          case .idle where !Task.isCancelled:
            phase = .waiting(continuation)
            return nil
          case .idle, .waiting:
            return false
          }
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      cancelWait()
    }
  }

  private func cancelWait() {
    let waiter: CheckedContinuation<Bool, Never>? = phase.withLock { phase in
      guard case .waiting(let waiter) = phase else { return nil }
      phase = .idle
      return waiter
    }
    waiter?.resume(returning: false)
  }
}
