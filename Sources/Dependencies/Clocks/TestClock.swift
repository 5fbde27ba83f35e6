import Synchronization

/// A clock whose time stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// let task = Task { try await clock.sleep(for: .seconds(5)) }
/// await clock.advance(by: .seconds(5))
/// try await task.value
/// ```
///
/// Sleepers wake in the order of their deadlines, and of their arrival where these are the same. After each, everything
/// that it sets in motion runs, and may sleep again, before the time moves on: exactly so for the effects of a
/// `TestStore`; for other tasks the clock yields a bounded number of times to let them run, which is enough for a task
/// that does not wait for anything else, and is a heuristic under load.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in time, counted from the clock's start.
  public struct Instant: InstantProtocol {
    /// The time since the clock's start.
    public let offset: Duration

    /// The time `offset` after the clock's start.
    public init(offset: Duration = .zero) { self.offset = offset }

    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    public func duration(to other: Self) -> Duration { other.offset - offset }
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper: Sendable {
    let continuation: CheckedContinuation<Void, any Error>
    let recorder: SuspensionRecorder?
    let token: SuspensionRecorder.Token?

    func resume(_ result: Result<Void, any Error>) {
      if let recorder, let token { recorder.didResume(token) }
      continuation.resume(with: result)
    }
  }

  private let state: Mutex<TestClockState<Instant, Sleeper>>

  /// A clock that shows `now`.
  public init(now: Instant = Instant()) { state = Mutex(TestClockState(now: now)) }

  public var now: Instant { state.withLock { $0.now } }

  public var minimumResolution: Duration { .zero }

  /// Waits until the clock is moved to `deadline`. Returns at once if it is there.
  ///
  /// Throws `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let (ticket, start) = state.withLock { ($0.announce(until: deadline), $0.now) }
    let recorder = SuspensionRecorder.current
    let token = recorder?.willSuspend(
      "asleep on a TestClock until \(deadline.offset) (now \(start.offset))"
    )
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(continuation: continuation, recorder: recorder, token: token)
        switch state.withLock({ $0.sleep(ticket, waiter: sleeper) }) {
        case .wait: break
        case .wakeNow(let sleeper): sleeper.resume(.success(()))
        case .cancelNow(let sleeper): sleeper.resume(.failure(CancellationError()))
        }
      }
    } onCancel: {
      state.withLock { $0.cancel(ticket) }?.resume(.failure(CancellationError()))
    }
  }

  /// Throws ``SuspensionError`` if a task sleeps on this clock.
  public func checkSuspension() async throws {
    await Self.yieldToOthers()
    let count = state.withLock { $0.sleeperCount }
    if count > 0 { throw SuspensionError(sleeperCount: count) }
  }

  /// Moves the time on by a duration.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the time on to a point. A point in the past wakes no one and moves nothing.
  public func advance(to deadline: Instant) async {
    await settle(after: nil)
    while let sleeper = state.withLock({ $0.wakeNext(upTo: deadline) }) {
      sleeper.resume(.success(()))
      await settle(after: sleeper)
    }
  }

  /// Moves the time on until no one sleeps on the clock any more.
  ///
  /// A task that always sleeps again, such as a timer, is run until `timeout`, in real time, has passed; then an issue is
  /// reported at the caller's line.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now + timeout
    await settle(after: nil)
    while let deadline = state.withLock({ $0.nextDeadline }) {
      guard ContinuousClock.now < end else {
        reportIssue(
          """
          A TestClock was run for \(timeout), and there were still tasks asleep on it.

          A timer or another effect that always sleeps again keeps it from ending. Use 'advance(by:)' to run it for a \
          known time, or cancel the effect before calling 'run()'.
          """,
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column
        )
        return
      }
      await advance(to: deadline)
    }
  }

  private func settle(after sleeper: Sleeper?) async {
    if let recorder = sleeper?.recorder ?? SuspensionRecorder.current {
      await recorder.settle()
    } else {
      await Self.yieldToOthers()
    }
  }

  /// Lets other tasks run, without a promise that they are done.
  private static func yieldToOthers() async {
    for _ in 0..<20 {
      await Task.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

extension TestClock where Duration == Swift.Duration {
  /// A clock that shows zero.
  public convenience init() { self.init(now: Instant()) }
}

/// Tasks sleep on a ``TestClock`` that should not.
public struct SuspensionError: Error, CustomStringConvertible {
  /// How many tasks sleep.
  public let sleeperCount: Int

  public var description: String {
    "\(sleeperCount) \(sleeperCount == 1 ? "task is" : "tasks are") asleep on a TestClock. Advance the clock, or cancel "
      + "what sleeps, before the test ends."
  }
}
