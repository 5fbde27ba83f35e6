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
/// Sleepers wake in the order of their deadlines, and of their arrival where these are the same. Also a sleep for no time at
/// all lasts until the clock is advanced, if only by nothing: `await clock.advance()`.
///
/// What a sleeper does when it wakes, including to sleep again, is done before the time moves on, and before `advance`
/// returns. How far that goes depends on whose task it is:
///
/// - The effects of a `TestStore` have done all that they can do.
/// - Tasks on an actor, the main actor or another, have run until they wait for the first time.
/// - Tasks without an actor, and those that know the clock as `any Clock`, have begun to run. The clock then gives way a number
///   of times, which is usually enough for those that wait for nothing else; how far another thread has come can't be known.
///   So a test waits for what it expects of them: for the task's value, or for an element of a stream.
///
/// A task that was started and has not come to its sleep may do so only after the time has moved on. Through `any Clock`,
/// its time then counts from there.
public final class TestClock<Duration: DurationProtocol & Hashable>: AnnouncingClock, Sendable {
  /// A point in time, relative to the clock's start.
  public typealias Instant = VirtualInstant<Duration>

  private struct Sleeper: Sendable {
    let continuation: CheckedContinuation<Void, any Error>
    let suspension: (recorder: SuspensionRecorder, token: SuspensionRecorder.Token)?
    /// Ends when the task runs again, if no recorder knows.
    let isAwake: AsyncStream<Never>?
    /// The actor of the task, if it is on one.
    let isolation: (any Actor)?

    func resume(_ result: Result<Void, any Error>) {
      if let suspension { suspension.recorder.didResume(suspension.token) }
      continuation.resume(with: result)
    }

    /// Waits until the task has done what it can do, as far as that is known.
    func settle() async {
      guard let isAwake else { return }
      for await _ in isAwake {}
      // The task has the actor now, and gives it up when it waits again.
      if let isolation { await pass(isolation) }
    }

    private func pass(_ actor: isolated any Actor) async { touch() }

    /// Keeps the compiler from dropping a change of actors after which nothing is done.
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
      let living = recorders.compactMap(\.value)
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
    let (now, moves) = state.withLock { ($0.sleepers.now, $0.sleepers.moves) }
    return Instant(offset: now.offset, moves: moves)
  }

  /// The number of tasks that sleep on the clock.
  @usableFromInline package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Zero: the clock can be moved by any duration.
  public var minimumResolution: Duration { .zero }

  /// The earliest deadline of the sleepers, or `nil` if none sleeps.
  @usableFromInline package var nextDeadline: Instant? { state.withLock { $0.sleepers.nextDeadline } }

  /// Has the clock show another time, which may be in the past, and wakes no one.
  @usableFromInline package func set(to now: Instant) { state.withLock { $0.sleepers.set(to: now) } }

  /// Moves the time on to the next deadline and wakes those who sleep until then, without waiting for what they do.
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
  /// The deadline counts from the call: a clock that is moved on before the task has gone to sleep has moved for it too.
  /// (Through `any Clock` it counts from whenever the task gets to run, as for any other clock.)
  public func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
    let (now, moves) = state.withLock { ($0.sleepers.now, $0.sleepers.moves) }
    try await sleep(until: now.advanced(by: duration), since: moves)
  }

  /// Waits until the clock is moved to `deadline`. Returns at once if it was before.
  ///
  /// If it is now, the task waits for the clock to be advanced, as after any other time. A task that is no effect of a
  /// `TestStore` goes on if the clock has been moved since the deadline was computed from ``now``: it may have been about
  /// to sleep, as nothing keeps the clock from being moved first. So it does where the deadline was not computed from
  /// ``now``.
  ///
  /// Throws `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, since: SuspensionRecorder.current == nil ? deadline.moves ?? .min : nil)
  }

  package func announceSleep(for duration: Duration) -> @Sendable () async throws -> Void {
    let (now, moves) = state.withLock { ($0.sleepers.now, $0.sleepers.moves) }
    return { [self] in try await sleep(until: now.advanced(by: duration), since: moves) }
  }

  /// - Parameters:
  ///   - moves: How often the time had been moved on when the deadline was set, if that was earlier.
  ///   - isolation: The actor of the task. It is not left on the way: each time that a task leaves its actor is a turn of
  ///     a test store's executor, and so a choice of schedules, that changes nothing.
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
      (recorder, recorder.willSleep(until: deadline.offset, now: now.offset))
    }
    let awakening = recorder == nil ? AsyncStream.makeStream(of: Never.self) : nil
    defer {
      if isolation != nil {
        awakening?.continuation.finish()
      } else if let awakening {
        // Said by another task, so that this one goes on meanwhile.
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

  /// Has the clock ask a recorder to run what can run before it moves, as if one of its tasks had slept here already.
  package func note(_ recorder: SuspensionRecorder) { _ = state.withLock { $0.note(recorder) } }

  /// Throws ``SuspensionError`` if a task sleeps on this clock.
  public func checkSuspension() async throws {
    await settle()
    let sleeperCount = sleeperCount
    if sleeperCount > 0 { throw SuspensionError(sleeperCount: sleeperCount) }
  }

  /// Moves the time on by a duration, and wakes who sleeps until then. By nothing it wakes who sleeps until now.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the time on to a point. Wakes no one and moves nothing if the point is in the past.
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
  /// time, it reports an issue at the caller's line and returns. Nothing else takes that long, even on a busy machine.
  public func run(
    timeout: Swift.Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let start = ContinuousClock.now
    await settle()
    while let deadline = state.withLock({ $0.sleepers.nextDeadline }) {
      guard start.duration(to: .now) < timeout else {
        reportIssue(
          """
          A TestClock was run for \(timeout), and tasks were still asleep on it.

          A timer, or another task that always sleeps again, keeps it from coming to an end. Use 'advance(by:)' to run \
          it for a known time, or cancel the task before 'run()'.
          """,
          at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
          article: .testing
        )
        return
      }
      await advance(to: deadline)
    }
  }

  /// Runs the tasks that can continue.
  private func settle() async {
    let current = SuspensionRecorder.current
    let (recorders, hasUnrecorded, _) = state.withLock { state in
      // If an effect moves the clock, other effects of its store may be about to sleep here.
      let living = current.map { state.note($0) }
      return (state.recorders.compactMap(\.value), state.hasUnrecorded, living)
    }
    for recorder in recorders { await recorder.settle() }
    guard recorders.isEmpty || hasUnrecorded else { return }
    for _ in 0..<5 {
      // At the lowest priority, so that tasks of all other priorities run first.
      for _ in 0..<4 { await Task.detached(priority: .background) { await Task.yield() }.value }
      // After what the main actor has to do already.
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

  /// A description of what happened and how to fix it.
  public var description: String {
    """
    \(sleeperCount == 1 ? "1 task is" : "\(sleeperCount) tasks are") asleep on a TestClock. Advance the clock, or cancel \
    what sleeps, before the test ends.
    """
  }
}
