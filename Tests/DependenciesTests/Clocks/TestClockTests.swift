import Synchronization
import Testing

@testable import Dependencies

@Suite struct TestClockTests {
  let clock = TestClock()

  private func untilAsleep(_ count: Int) async { while clock.sleeperCount < count { await Task.yield() } }

  /// Moves of the clock between the announcement and the sleep count, whatever the type of the clock.
  @Test func aSleepThatWasAnnouncedCountsFromThen() async throws {
    let clocks: [any Clock<Duration>] = [clock, AnyClock(clock), AnyClock(AnyClock(clock))]
    for duration in [Duration.zero, .seconds(1)] {
      let sleeps = clocks.map { $0.makeSleep(for: duration) }
      await clock.advance(by: duration)
      for sleep in sleeps { try await sleep() }
    }
    try await ImmediateClock().makeSleep(for: .seconds(1))()
  }

  /// A task without a recorder may have been about to sleep when the clock was moved.
  @Test func aSleepWhoseTimeHasComeEndsAtOnceForTasksThatNobodyRuns() async throws {
    let deadline = clock.now.advanced(by: .seconds(3))
    let any = AnyClock(clock)
    let anyDeadline = any.now.advanced(by: .seconds(3))
    await clock.advance(to: VirtualInstant(offset: .seconds(3)))
    try await clock.sleep(until: VirtualInstant(offset: .seconds(1)))
    try await clock.sleep(until: deadline)
    try await any.sleep(until: anyDeadline)
    // It is unknown when this deadline was computed.
    try await clock.sleep(until: VirtualInstant(offset: .seconds(3)))
    await clock.advance(to: VirtualInstant(offset: .seconds(1)))
    #expect(clock.now == VirtualInstant(offset: .seconds(3)) && clock.sleeperCount == 0)
  }

  /// As with the test clocks of TCA. This also applies to clocks of unknown type, and after the clock was moved.
  @Test(arguments: [Duration.zero, .seconds(1)])
  func aSleepForNoTimeLastsUntilTheClockIsAdvanced(duration: Duration) async throws {
    let any: any Clock<Duration> = clock
    let anyClocks = AnyClock(AnyClock(clock))
    let recorder = SuspensionRecorder(willSuspend: { _ in .init(id: 0) }, didResume: { _ in }, settle: {})
    for recorder in [nil, recorder, nil] {
      let log = Log<String>()
      let sleeps: [@Sendable () async throws -> Void] = [
        { [clock] in try await clock.sleep(for: .zero) }, { [clock] in try await clock.sleep(until: clock.now) },
        { try await any.sleep(for: .zero) }, { try await anyClocks.sleep(for: .zero) },
        { try await anyClocks.sleep(until: anyClocks.now) },
      ]
      let tasks = sleeps.map { sleep in
        Task {
          try await SuspensionRecorder.local.withValue(recorder) { try await sleep() }
          log.append("awake")
        }
      }
      await untilAsleep(5)
      #expect(log.all == [])
      await clock.advance(by: duration)
      for task in tasks { try await task.value }
    }
  }

  @Test func instantsAreEqualWhenTheyWereReadAtDifferentTimes() async {
    let before = clock.now
    await clock.advance()
    #expect(clock.now == before)
    #expect(Set([clock.now, before, VirtualInstant()]).count == 1)
  }

  /// Runs the first job of a task at once, and jobs of woken tasks much later.
  private final class LateExecutor: TaskExecutor {
    let log = Log<String>()
    private let count = Atomic(0)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let isFirst = count.add(1, ordering: .relaxed).oldValue == 0
      Task.detached { [self] in
        for _ in 0..<(isFirst ? 0 : 2_000) { await Task.yield() }
        log.append(isFirst ? "begins" : "goes on")
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  /// A busy machine, or one that has to create threads first, may take long to run a woken task.
  @Test func advancingLastsUntilWhoWasWokenGoesOn() async throws {
    let executor = LateExecutor()
    let task = Task(executorPreference: executor) { [clock] in try await clock.sleep(for: .seconds(1)) }
    await untilAsleep(1)
    await clock.advance(by: .seconds(1))
    #expect(executor.log.all.prefix(2) == ["begins", "goes on"])
    try await task.value
  }

  private actor Napper {}

  /// Works, after each of two sleeps, for longer than anything that a clock could do meanwhile.
  private func nap(_ log: Log<Int>, on actor: isolated any Actor) async throws {
    for round in 1...2 {
      try await clock.sleep(for: .seconds(1))
      let number = (0..<100_000).reduce(round) { ($0 &* 31) ^ $1 }
      withExtendedLifetime(number) { log.append(round) }
    }
  }

  /// Tasks on an actor have done their work after waking, whatever else the machine does.
  @Test func advancingLastsUntilTasksOnActorsWaitAgain() async throws {
    let log = Log<Int>()
    let tasks = (0..<10).map { number in
      let actor: any Actor = number % 5 == 0 ? MainActor.shared : Napper()
      return Task { try await nap(log, on: actor) }
    }
    for round in 1...2 {
      await untilAsleep(10)
      await clock.advance(by: .seconds(1))
      #expect(log.all == Array(repeating: 1, count: 10) + Array(repeating: 2, count: (round - 1) * 10))
    }
    for task in tasks { try await task.value }
  }

  @Test func aCancelledSleepThrowsAndLeavesTheClock() async throws {
    let first = Task { try await clock.sleep(for: .seconds(1)) }
    let second = Task { try await clock.sleep(for: .seconds(1)) }
    await untilAsleep(2)
    first.cancel()
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    for task in [first, late] { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .seconds(1))
    try await second.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func cancellationThatRacesWithTheSleepAndTheClockIsNeverLost() async {
    for _ in 0..<200 {
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      async let cancelled: Void = task.cancel()
      await clock.advance(by: .seconds(1))
      await cancelled
      _ = await task.result
    }
    #expect(clock.sleeperCount == 0)
  }

  // On an actor: the clock can't know when any other task sleeps again.
  @Test func runReportsWhatNeverEnds() async {
    let task = Task { @MainActor in while true { try await clock.sleep(for: .seconds(1)) } }
    await untilAsleep(1)
    let line = #line + 1
    let issues = await withCapturedIssues { await clock.run(timeout: .zero) }
    task.cancel()
    _ = await task.result
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.first?.message == """
        A TestClock was run for 0 s, and tasks were still asleep on it.

        A timer, or another task that always sleeps again, keeps it from coming to an end. Use 'advance(by:)' to run \
        it for a known time, or cancel the task before 'run()'.
        """
    )
  }

  @Test func runWaitsForAHundredSleepsHoweverLongTheyTake() async throws {
    let task = Task { @MainActor in for _ in 0..<100 { try await clock.sleep(for: .seconds(1)) } }
    await untilAsleep(1)
    await clock.run(timeout: .zero)
    #expect(clock.now.offset == .seconds(100))
    try await task.value
  }

  @Test func sleepersAreFoundBeforeTheTestEnds() async throws {
    try await clock.checkSuspension()
    let tasks = (0..<2).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
    await untilAsleep(2)
    let error = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    #expect(
      error?.description == """
        2 tasks are asleep on a TestClock. Advance the clock, or cancel what sleeps, before the test ends.
        """
    )
    tasks[0].cancel()
    _ = await tasks[0].result
    let one = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    #expect(one?.description.hasPrefix("1 task is asleep on a TestClock.") == true)
    tasks[1].cancel()
    _ = await tasks[1].result
    try await clock.checkSuspension()
  }

  @Test func recordersAreToldWhenAWaitIsOverAndDoNotLiveOn() async throws {
    let log = Log<String>()
    weak var released: SuspensionRecorder?
    func wait(_ body: @escaping @Sendable () async throws -> Void) async -> Task<Void, any Error> {
      let recorder = SuspensionRecorder(
        willSuspend: { reason in
          log.append(reason)
          return .init(id: log.all.count)
        },
        didResume: { log.append("\($0.id) is over") },
        settle: { log.append("settle") }
      )
      released = recorder
      let count = log.all.count
      let task = Task { try await SuspensionRecorder.local.withValue(recorder) { try await body() } }
      while log.all.count == count { await Task.yield() }
      return task
    }
    let never = await wait { try await Task.never() }
    never.cancel()
    _ = await never.result
    #expect(log.all == ["waiting in 'Task.never()' until it is cancelled", "1 is over"])
    let cancelled = await wait { [clock] in try await clock.sleep(for: .milliseconds(1_234)) }
    cancelled.cancel()
    _ = await cancelled.result
    #expect(log.all.dropFirst(2) == ["asleep on a TestClock until 1.234 s (now 0 s)", "3 is over"])
    let task = await wait { [clock] in try await clock.sleep(for: .seconds(1)) }
    await untilAsleep(1)
    await clock.advance(by: .seconds(1))
    try await task.value
    // Before the time moves, and after the task woke.
    #expect(log.all.dropFirst(5) == ["settle", "5 is over", "settle"])
    #expect(released == nil)
  }
}
