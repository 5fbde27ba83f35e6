/// A clock whose time stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// let deadline = clock.now.advanced(by: .seconds(5))
/// let task = Task { try await clock.sleep(until: deadline) }
/// await clock.advance(to: deadline)
/// try await task.value
/// ```
///
/// Sleepers wake in the order of their deadlines, and those with the same deadline in the order of their arrival. Even
/// a sleep of zero duration lasts until the clock is advanced, if only by zero: `await clock.advance()`.
///
/// A sleeper that wakes runs before the time moves on, and before `advance` returns. If it sleeps again before the new
/// time, it wakes again. How far it has run by then depends on its task:
///
/// - The effects of a `TestStore` have run until none of them can continue.
/// - Tasks on an actor, the main actor or another, have run until they wait for the first time.
/// - Tasks without an actor, and tasks that use the clock as `any Clock`, have begun to run. The clock then yields
///   several times, which is usually enough for a task that waits for nothing else. Because such a task runs on another
///   thread, the clock can't know how far it is. Have the test await the result: the task's value, or an element of a
///   stream.
///
/// A task that was started but has not begun to sleep may do so only after the time has moved on. If it uses the clock
/// as `any Clock`, the duration of its sleep counts from that later time.
public final class TestClock<Duration: DurationProtocol & Hashable>: DeadlineClock, Sendable {
  /// A point in time, relative to the clock's start.
  public typealias Instant = VirtualInstant<Duration>

  private struct Sleeper: Sendable {
    let continuation: CheckedContinuation<Void, any Error>
    let suspension: (recorder: SuspensionRecorder, token: SuspensionRecorder.Token)?
    /// A stream that ends when the task runs again; `nil` if a recorder knows when it does.
    let isAwake: AsyncStream<Never>?
    /// The actor of the task, if it is on one.
    let isolation: (any Actor)?

    func resume(_ result: Result<Void, any Error>) {
      if let suspension { suspension.recorder.didResume(suspension.token) }
      continuation.resume(with: result)
    }

    /// Waits until the task runs again and, if it is on an actor, until it waits again.
    func settle() async {
      guard let isAwake else { return }
      for await _ in isAwake {}
      // The task has the actor now, and gives it up when it waits again.
      if let isolation { await pass(isolation) }
    }

    private func pass(_ actor: isolated any Actor) async { touch() }

    /// Keeps the compiler from removing a change of actors that is followed by no work.
    @inline(never) private func touch() { withExtendedLifetime(isAwake) {} }
  }

  private struct State {
    var sleepers: TestClockState<Instant, Sleeper>
    /// The recorders that can run the tasks that slept here.
    var recorders: [WeakRecorder] = []
    /// Whether tasks without a recorder slept here.
    var hasUnrecorded = false

    /// - Returns: The recorders so far, to be released outside of the lock, since this may be the last reference.
    mutating func note(_ recorder: SuspensionRecorder?) -> [SuspensionRecorder] {
      guard let recorder else {
        hasUnrecorded = true
        return []
      }
      let living = recorders.compactMap { $0.value }
      if !living.contains(where: { $0 === recorder }) {
        recorders = (living + [recorder]).map { WeakRecorder(value: $0) }
      }
      return living
    }
  }

  private struct WeakRecorder: Sendable {
    weak let value: SuspensionRecorder?
  }

  private let state: Locked<State>

  /// Makes a clock that shows `now`.
  public init(now: Instant = Instant()) { state = Locked(State(sleepers: TestClockState(now: now))) }

  /// The time that the clock shows.
  public var now: Instant {
    SuspensionRecorder.current?.didReadClock()
    let (now, moves) = state.withLock { ($0.sleepers.now, $0.sleepers.moves) }
    return Instant(offset: now.offset, moves: moves)
  }

  /// The number of tasks that sleep on the clock.
  @usableFromInline package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Zero: the clock can be moved by any duration.
  public var minimumResolution: Duration { .zero }

  /// The earliest deadline of the sleepers, or `nil` if none sleeps.
  @usableFromInline package var nextDeadline: Instant? { state.withLock { $0.sleepers.nextDeadline } }

  /// Sets the time, which may be in the past, and wakes no sleeper.
  @usableFromInline package func set(to now: Instant) { state.withLock { $0.sleepers.set(to: now) } }

  /// Moves the time to the next deadline and wakes the sleepers with this deadline. Does not wait until they have run.
  @usableFromInline package func wakeNext() {
    guard let deadline = nextDeadline else { return }
    while let sleeper = state.withLock({ state -> Sleeper? in
      guard let next = state.sleepers.nextDeadline, next <= deadline else { return nil }
      return state.sleepers.wakeNext(upTo: deadline)
    }) {
      sleeper.resume(.success(()))
    }
  }

  /// Waits until the clock was moved on by `duration`, and at least until it is next advanced.
  ///
  /// The deadline counts from the call, so time by which the clock moves before the task begins to sleep counts too.
  /// (Through `any Clock`, the deadline counts from the time when the task gets to run, as with any other clock.)
  public func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
    let (now, moves) = state.withLock { ($0.sleepers.now, $0.sleepers.moves) }
    try await sleep(until: now.advanced(by: duration), since: moves)
  }

  /// Waits until the clock is moved to `deadline`. Returns at once if `deadline` is in the past.
  ///
  /// If `deadline` is the current time, an effect of a `TestStore` waits until the clock is next advanced. So does any
  /// other task if `deadline` was computed from ``now`` and the clock has not been moved since. Otherwise the task
  /// continues at once: nothing keeps a test from moving the clock before the task begins to sleep.
  ///
  /// Throws `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, since: SuspensionRecorder.current == nil ? deadline.moves ?? .min : nil)
  }

  package func prepareSleep(for duration: Duration) -> @Sendable () async throws -> Void {
    let (now, moves) = state.withLock { ($0.sleepers.now, $0.sleepers.moves) }
    return { [self] in try await sleep(until: now.advanced(by: duration), since: moves) }
  }

  /// - Parameters:
  ///   - moves: How often the time had been moved when the deadline was set; `nil` if it is set now.
  ///   - isolation: The actor of the task. The task stays on it: leaving it would take a turn of a test store's
  ///     executor, and so add a choice of schedules that changes nothing.
  private func sleep(
    until deadline: Instant,
    since moves: Int?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try Task.checkCancellation()
    let recorder = SuspensionRecorder.current
    let (ticket, now, _) = state.withLock { state in
      let living = state.note(recorder)
      return (state.sleepers.announce(until: deadline, since: moves), state.sleepers.now, living)
    }
    let suspension = recorder.map { recorder in
      (recorder, recorder.willSleep(until: deadline.offset, now: now.offset, on: self))
    }
    let awakening = recorder == nil ? AsyncStream.makeStream(of: Never.self) : nil
    defer {
      if isolation != nil {
        awakening?.continuation.finish()
      } else if let awakening {
        // Finished by another task, so that this task continues meanwhile.
        Task.detached { awakening.continuation.finish() }
      }
    }
    try await withTaskCancellationHandler {
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(
          continuation: continuation,
          suspension: suspension,
          isAwake: awakening?.stream,
          isolation: isolation
        )
        switch state.withLock({ $0.sleepers.sleep(ticket, waiter: sleeper) }) {
        case .wait: break
        case .wakeNow(let sleeper): sleeper.resume(.success(()))
        case .cancelNow(let sleeper): sleeper.resume(.failure(CancellationError()))
        }
      }
    } onCancel: {
      state.withLock { $0.sleepers.cancel(ticket) }?.resume(.failure(CancellationError()))
    }
  }

  /// Adds a recorder as if one of its tasks had slept on this clock. The clock then runs the recorder's tasks before it
  /// moves.
  package func note(_ recorder: SuspensionRecorder) { _ = state.withLock { $0.note(recorder) } }

  /// Throws ``SuspensionError`` if a task sleeps on this clock.
  public func checkSuspension() async throws {
    await settle()
    let sleeperCount = sleeperCount
    if sleeperCount > 0 { throw SuspensionError(sleeperCount: sleeperCount) }
  }

  /// Moves the time on by a duration, and wakes the tasks whose deadlines it reaches. Zero wakes tasks whose deadline
  /// is now.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the time on to `deadline`, and wakes the tasks whose deadlines it reaches. Does not move the time back.
  public func advance(to deadline: Instant) async {
    await settle()
    while let (sleeper, isLast) = state.withLock({ state in
      state.sleepers.wakeNext(upTo: deadline).map { ($0, state.sleepers.nextDeadline != state.sleepers.now) }
    }) {
      sleeper.resume(.success(()))
      await sleeper.settle()
      // Recorded sleepers with the same deadline wake together: their order is then the schedule's to decide.
      if sleeper.suspension == nil || isLast { await settle() }
    }
  }

  /// Moves the time until no task sleeps on the clock.
  ///
  /// A task that always sleeps again, such as a timer, would keep this method running forever. After `timeout`, in real
  /// time, and after the time has moved at least 100 times, it reports an issue at the caller's line and returns. On a
  /// busy machine a few sleeps can take that long; they are waited for.
  public func run(
    timeout: Swift.Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let start = ContinuousClock.now
    var deadlineCount = 0
    await settle()
    while let deadline = state.withLock({ $0.sleepers.nextDeadline }) {
      guard deadlineCount < 100 || start.duration(to: .now) < timeout else {
        reportIssue(
          """
          A TestClock was run for \(timeout.readable), and tasks were still asleep on it.

          A timer, or another task that always sleeps again, keeps it from coming to an end. Use 'advance(by:)' to run \
          it for a known time, or cancel the task before 'run()'.
          """,
          at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
          article: .testing
        )
        return
      }
      await advance(to: deadline)
      deadlineCount += 1
    }
  }

  /// Runs the tasks that can continue.
  private func settle() async {
    let current = SuspensionRecorder.current
    let (recorders, hasUnrecorded, _) = state.withLock { state in
      // If an effect moves the clock, other effects of its store may be about to sleep on it.
      let living = current.map { state.note($0) }
      return (state.recorders.compactMap { $0.value }, state.hasUnrecorded, living)
    }
    for recorder in recorders { await recorder.settle() }
    guard recorders.isEmpty || hasUnrecorded else { return }
    for _ in 0..<5 {
      // At the lowest priority, so that tasks of all other priorities run first.
      for _ in 0..<4 { await Task.detached(priority: .background) { await Task.yield() }.value }
      // Runs after the jobs that the main actor already has.
      await Task { @MainActor in }.value
    }
  }
}

extension TestClock where Duration == Swift.Duration {
  /// Makes a clock that shows zero.
  public convenience init() { self.init(now: Instant()) }
}

/// The error of a ``TestClock`` on which tasks sleep unexpectedly.
public struct SuspensionError: Error, CustomStringConvertible {
  /// The number of sleeping tasks.
  public let sleeperCount: Int

  public var description: String {
    """
    \(sleeperCount == 1 ? "1 task is" : "\(sleeperCount) tasks are") asleep on a TestClock. Advance the clock, or cancel \
    what sleeps, before the test ends.
    """
  }
}
