import Dependencies

/// A clock whose time moves only in `wakeNext(within:)`, which wakes one sleeper.
final class SteppedClock: Clock {
  typealias Instant = VirtualInstant<Duration>

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var lastNumber = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
  }

  private let state = Locked(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  var hasSleepers: Bool { state.withLock { !$0.sleepers.isEmpty } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(number) != nil { return true }
          state.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Moves the time to the earliest deadline and wakes its sleeper.
  ///
  /// - Parameter limit: The largest distance to the deadline; later deadlines are ignored.
  @discardableResult
  func wakeNext(within limit: Duration = .seconds(1_000_000)) -> Bool {
    let sleeper = state.withLock { state -> Sleeper? in
      let first = state.sleepers.indices.min { left, right in
        let (left, right) = (state.sleepers[left], state.sleepers[right])
        return (left.deadline, left.number) < (right.deadline, right.number)
      }
      guard let first, state.now.duration(to: state.sleepers[first].deadline) <= limit else { return nil }
      let sleeper = state.sleepers.remove(at: first)
      state.now = max(state.now, sleeper.deadline)
      return sleeper
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }
}
