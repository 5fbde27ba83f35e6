import Dependencies

/// Wakes a reader. Locked, because a store can be released on any thread.
final class StateReader: Sendable {
  private enum Phase {
    /// Nothing has come since the last wait.
    case idle
    /// Something has come, and nobody waited.
    case signalled
    case waiting(CheckedContinuation<Bool, Never>)
    /// Nothing will come any more.
    case finished
  }

  private let phase = Locked(Phase.idle)

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

  /// Waits until something has come.
  /// - Returns: `false` if nothing will, or the task was cancelled.
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
