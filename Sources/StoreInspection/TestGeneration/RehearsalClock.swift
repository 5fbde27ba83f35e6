import Dependencies

/// The clock of a rehearsal. It records whether it is used, and refuses to sleep after the rehearsal has been given up.
final class RehearsalClock: Clock, Sendable {
  typealias Instant = TestClock<Duration>.Instant

  private struct State {
    var isUsed = false
    var isStopped = false
  }

  private let clock: TestClock<Duration>
  private let state = Locked(State())

  init(_ clock: TestClock<Duration>) { self.clock = clock }

  /// Whether the clock was read or slept on.
  var isUsed: Bool { state.withLock { $0.isUsed } }

  /// Makes all further attempts to sleep fail, so that effects can't continue forever.
  func stop() { state.withLock { $0.isStopped = true } }

  var now: Instant {
    state.withLock { $0.isUsed = true }
    return clock.now
  }

  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let isStopped = state.withLock { state in
      state.isUsed = true
      return state.isStopped
    }
    if isStopped { throw CancellationError() }
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
