import Synchronization
import Testing

@testable import Dependencies

/// A recorder that logs and counts its calls.
private final class Recording: Sendable {
  let log = Log<String>()
  let settled = Atomic(0)
  private let next = Atomic(0)

  func recorder(settle: @escaping @Sendable () async -> Void = {}) -> SuspensionRecorder {
    SuspensionRecorder(
      willSuspend: { [self] reason in
        let id = next.add(1, ordering: .relaxed).newValue
        log.append("\(id) \(reason)")
        return SuspensionRecorder.Token(id: id)
      },
      didResume: { [self] in log.append("\($0.id) resumed") },
      settle: { [self] in
        settled.add(1, ordering: .relaxed)
        await settle()
      }
    )
  }
}

/// Yields until `count` tasks sleep on a clock.
private func untilAsleep(_ count: Int, on clock: TestClock<Duration>) async {
  while true {
    do {
      try await clock.checkSuspension()
      if count == 0 { return }
    } catch let error as SuspensionError where error.sleeperCount == count {
      return
    } catch {}
    await Task.yield()
  }
}

@Suite struct TestClockTests {
  let clock = TestClock()

  @Test func aSleepEndsWhenItsTimeHasCome() async throws {
    let log = Log<String>()
    let task = Task {
      try await clock.sleep(for: .seconds(2))
      log.append("awake")
    }
    await untilAsleep(1, on: clock)
    await clock.advance(by: .seconds(1))
    #expect(log.all.isEmpty)
    await clock.advance(by: .seconds(1))
    try await task.value
    #expect(log.all == ["awake"])
    #expect(clock.now == VirtualInstant(offset: .seconds(2)))
  }

  /// Moves of the clock between the announcement and the sleep count, whatever the type of the clock.
  @Test func datesThatAreMadeOfTheTimeOfAClockAreRecorded() {
    let log = Log<String>()
    let recorder = SuspensionRecorder(
      willSuspend: { _ in SuspensionRecorder.Token(id: 0) },
      didResume: { _ in },
      settle: {},
      didReadDate: { log.append("date") }
    )
    #expect(recorder.date { 1 } == 1)
    #expect(log.all == [])
    let date = recorder.date {
      recorder.didReadClock()
      return 2
    }
    #expect(date == 2)
    #expect(log.all == ["date"])
  }

  @Test func aSleepThatWasAnnouncedCountsFromThen() async throws {
    let clocks: [any Clock<Duration>] = [clock, AnyClock(clock), AnyClock(AnyClock(clock))]
    let sleeps = clocks.map { $0.makeSleep(for: .zero) }
    await clock.advance()
    for sleep in sleeps { try await sleep() }
    let others = clocks.map { $0.makeSleep(for: .seconds(1)) }
    await clock.advance(by: .seconds(1))
    for sleep in others { try await sleep() }
    try await ImmediateClock().makeSleep(for: .seconds(1))()
  }

  @Test func aSleepWhoseTimeHasPassedEndsAtOnce() async throws {
    let sleep = clock.makeSleep(for: .seconds(3))
    await clock.advance(to: VirtualInstant(offset: .seconds(3)))
    try await sleep()
    try await clock.sleep(until: VirtualInstant(offset: .seconds(1)))
    await clock.advance(to: VirtualInstant(offset: .seconds(1)))
    #expect(clock.now == VirtualInstant(offset: .seconds(3)))
  }

  /// As with the test clocks of TCA.
  @Test(arguments: [Duration.zero, .seconds(1)])
  func aSleepForNoTimeLastsUntilTheClockIsAdvanced(duration: Duration) async throws {
    let log = Log<String>()
    let anyClock: any Clock<Duration> = clock
    let recorder = Recording().recorder()
    let sleeps: [@Sendable () async throws -> Void] = [
      { [clock] in try await clock.sleep(for: .zero) }, { [clock] in try await clock.sleep(until: clock.now) },
      { try await anyClock.sleep(for: .zero) },
    ]
    let tasks = sleeps.enumerated().map { index, sleep in
      Task {
        try await SuspensionRecorder.local.withValue(index == 0 ? nil : recorder) { try await sleep() }
        log.append("awake")
      }
    }
    await untilAsleepWithoutSettling(3)
    #expect(log.all == [])
    await clock.advance(by: duration)
    for task in tasks { try await task.value }
    #expect(log.all == ["awake", "awake", "awake"])
  }

  /// A task without a recorder may have been about to sleep when the clock was moved.
  @Test func aSleepUntilNowIsOverForTasksThatNobodyRunsIfTheClockWasMoved() async throws {
    let deadline = clock.now.advanced(by: .seconds(1))
    let any = AnyClock(clock)
    let anyDeadline = any.now.advanced(by: .seconds(1))
    await clock.advance(by: .seconds(1))
    try await clock.sleep(until: deadline)
    try await any.sleep(until: anyDeadline)
    // It is unknown when this deadline was computed.
    try await clock.sleep(until: VirtualInstant(offset: .seconds(1)))
    #expect(clock.sleeperCount == 0)
  }

  /// This also applies to clocks of unknown type, and after the clock was moved.
  @Test func aSleepUntilNowOfTasksThatNobodyRunsLastsUntilTheClockIsAdvanced() async throws {
    for _ in 1...2 {
      let anyClock: any Clock<Duration> = clock
      let anyClocks = AnyClock(AnyClock(clock))
      let sleeps: [@Sendable () async throws -> Void] = [
        { try await anyClock.sleep(for: .zero) }, { try await anyClocks.sleep(for: .zero) },
        { [clock] in try await clock.sleep(until: clock.now) },
        { try await anyClocks.sleep(until: anyClocks.now) },
      ]
      let tasks = sleeps.map { sleep in Task { try await sleep() } }
      await untilAsleepWithoutSettling(4)
      await clock.advance()
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
    await untilAsleepWithoutSettling(1)
    await clock.advance(by: .seconds(1))
    #expect(executor.log.all.prefix(2) == ["begins", "goes on"])
    try await task.value
  }

  private actor Napper {
    let log: Log<Int>

    init(log: Log<Int>) { self.log = log }

    func nap(on clock: TestClock<Duration>) async throws {
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
      work(1)
      try await clock.sleep(for: .seconds(1))
      work(2)
    }

    /// Takes longer than anything that a clock could do meanwhile.
    private func work(_ round: Int) {
      let number = (0..<100_000).reduce(round) { ($0 &* 31) ^ $1 }
      withExtendedLifetime(number) { log.append(round) }
    }

    @MainActor static func nap(on clock: TestClock<Duration>, log: Log<Int>) async throws {
      for round in 1...2 {
        try await clock.sleep(for: .seconds(1))
        log.append(round)
      }
    }
  }

  /// Tasks on an actor have done their work after waking, whatever else the machine does.
  @Test func advancingLastsUntilTasksOnActorsWaitAgain() async throws {
    let log = Log<Int>()
    let clock = clock
    let tasks = (0..<10).map { number in
      number % 5 == 0
        ? Task { try await Napper.nap(on: clock, log: log) } : Task { try await Napper(log: log).nap(on: clock) }
    }
    for round in 1...2 {
      await untilAsleepWithoutSettling(10)
      await clock.advance(by: .seconds(1))
      #expect(log.all == Array(repeating: 1, count: 10) + Array(repeating: 2, count: (round - 1) * 10))
    }
    for task in tasks { try await task.value }
  }

  @Test func aThousandSleepersWakeInTheOrderOfTheirDeadlines() async throws {
    let log = Log<Int>()
    let recording = Recording()
    let order = (0..<1_000).map { $0 * 389 % 1_000 }
    try await withThrowingTaskGroup(of: Void.self) { group in
      let recorder = recording.recorder { [expected = Atomic(0)] in
        // Everything that can run has run when the woken task has logged.
        let count = expected.add(1, ordering: .relaxed).oldValue
        while log.all.count < count { await Task.yield() }
      }
      for deadline in order {
        group.addTask {
          try await SuspensionRecorder.local.withValue(recorder) {
            try await clock.sleep(until: VirtualInstant(offset: .milliseconds(deadline + 1)))
          }
          log.append(deadline)
        }
      }
      while recording.log.all.count < 1_000 { await Task.yield() }
      await untilAsleepWithoutSettling(1_000)
      await clock.advance(by: .seconds(1))
      try await group.waitForAll()
    }
    #expect(log.all == Array(0..<1_000))
  }

  private func untilAsleepWithoutSettling(_ count: Int) async {
    while clock.sleeperCount < count { await Task.yield() }
  }

  @Test func aTaskThatSleepsAgainIsWokenAgainBeforeTheTimeMovesOn() async throws {
    let log = Log<Duration>()
    let recording = Recording()
    let task = Task {
      try await SuspensionRecorder.local.withValue(
        recording.recorder { [clock] in
          // The task has settled when it sleeps again or has ended.
          while clock.sleeperCount == 0, log.all.count < 5 { await Task.yield() }
        }
      ) {
        for _ in 0..<5 {
          try await clock.sleep(for: .seconds(1))
          log.append(clock.now.offset)
        }
      }
    }
    await untilAsleepWithoutSettling(1)
    await clock.advance(by: .seconds(10))
    try await task.value
    #expect(log.all == (1...5).map { .seconds($0) })
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func aCancelledSleepThrowsAndLeavesTheClock() async throws {
    let first = Task { try await clock.sleep(for: .seconds(1)) }
    let second = Task { try await clock.sleep(for: .seconds(1)) }
    await untilAsleep(2, on: clock)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .seconds(1))
    try await second.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func aSleepInACancelledTaskThrowsAtOnce() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func cancellationThatRacesWithTheSleepAndTheClockIsNeverLost() async {
    for _ in 0..<200 {
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      async let cancelled: Void = task.cancel()
      await clock.advance(by: .seconds(1))
      await cancelled
      // The sleep ends in both cases.
      _ = await task.result
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test func runGoesOnUntilNoOneSleeps() async throws {
    let recording = Recording()
    let count = Log<Int>()
    let task = Task {
      try await SuspensionRecorder.local.withValue(
        recording.recorder { [clock] in
          while clock.sleeperCount == 0, count.all.count < 10 { await Task.yield() }
        }
      ) {
        for index in 0..<10 {
          try await clock.sleep(for: .seconds(60))
          count.append(index)
        }
      }
    }
    await untilAsleepWithoutSettling(1)
    await clock.run(timeout: .seconds(60))
    try await task.value
    #expect(clock.now.offset == .seconds(600))
  }

  @Test func runReportsWhatNeverEnds() async throws {
    let task = Task {
      while true { try await clock.sleep(for: .seconds(1)) }
    }
    await untilAsleep(1, on: clock)
    let line = #line + 1
    let issues = await withCapturedIssues { await clock.run(timeout: .zero) }
    task.cancel()
    _ = await task.result
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.line == line)
    #expect(
      issue.message == """
        A TestClock was run for 0.0 seconds, and tasks were still asleep on it.

        A timer, or another task that always sleeps again, keeps it from coming to an end. Use 'advance(by:)' to run \
        it for a known time, or cancel the task before 'run()'.
        """
    )
  }

  @Test func sleepersAreFoundBeforeTheTestEnds() async throws {
    try await clock.checkSuspension()
    let tasks = (0..<2).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
    await untilAsleep(2, on: clock)
    let error = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    #expect(
      error?.description == """
        2 tasks are asleep on a TestClock. Advance the clock, or cancel what sleeps, before the test ends.
        """
    )
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.result }
    try await clock.checkSuspension()
  }

  @Test func recordersAreToldWhatATaskWaitsFor() async throws {
    let recording = Recording()
    let recorder = recording.recorder()
    await clock.advance(by: .milliseconds(500))
    let task = Task {
      try await SuspensionRecorder.local.withValue(recorder) {
        try await clock.sleep(until: VirtualInstant(offset: .seconds(2)))
      }
    }
    await untilAsleepWithoutSettling(1)
    #expect(recording.log.all == ["1 asleep on a TestClock until 2.0 seconds (now 0.5 seconds)"])
    #expect(recording.settled.load(ordering: .relaxed) == 0)
    await clock.advance(by: .seconds(2))
    try await task.value
    #expect(recording.log.all.last == "1 resumed")
    // Once before the time moved, and once after the sleeper woke.
    #expect(recording.settled.load(ordering: .relaxed) == 2)
  }

  @Test func recordedSleepersWithTheSameDeadlineWakeTogether() async throws {
    let recording = Recording()
    let recorder = recording.recorder()
    let tasks = [1, 2, 2, 2, 3].map { seconds in
      Task {
        try await SuspensionRecorder.local.withValue(recorder) {
          try await clock.sleep(until: VirtualInstant(offset: .seconds(seconds)))
        }
      }
    }
    await untilAsleepWithoutSettling(5)
    await clock.advance(by: .seconds(2))
    #expect(recording.settled.load(ordering: .relaxed) == 3)
    #expect(clock.sleeperCount == 1)
    await clock.run()
    for task in tasks { try await task.value }
  }

  @Test func recordersAreToldWhenASleepIsCancelled() async {
    let recording = Recording()
    let recorder = recording.recorder()
    let task = Task {
      try await SuspensionRecorder.local.withValue(recorder) { try await clock.sleep(for: .seconds(1)) }
    }
    await untilAsleepWithoutSettling(1)
    task.cancel()
    _ = await task.result
    #expect(recording.log.all.last == "1 resumed")
  }

  @Test func clocksDoNotKeepRecordersAlive() async throws {
    weak var weakRecorder: SuspensionRecorder?
    do {
      let recorder = Recording().recorder()
      weakRecorder = recorder
      let task = Task {
        try await SuspensionRecorder.local.withValue(recorder) { try await clock.sleep(for: .seconds(1)) }
      }
      await untilAsleepWithoutSettling(1)
      await clock.advance(by: .seconds(1))
      try await task.value
    }
    #expect(weakRecorder == nil)
  }
}
