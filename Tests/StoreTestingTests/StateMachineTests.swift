import Dependencies
import Store
import Testing

@testable import Execution
@testable import StoreCore
@testable import StoreTesting

@Suite struct ReadyJobsTests {
  @Test func firstInFirstOut() {
    var jobs = ReadyJobs<Int>(schedule: .firstInFirstOut)
    #expect(jobs.isEmpty)
    #expect(jobs.popNext() == nil)
    var popped: [Int] = []
    for number in 0..<1_000 {
      jobs.append(number)
      jobs.append(number + 1_000_000)
      if let job = jobs.popNext() { popped.append(job) }
    }
    #expect(!jobs.isEmpty)
    while let job = jobs.popNext() { popped.append(job) }
    #expect(jobs.isEmpty)
    #expect(popped == (0..<1_000).flatMap { [$0, $0 + 1_000_000] })
  }

  @Test func jobsAndDecisionsAreCounted() {
    let decisions = ScheduleDecisions([1])
    #expect([1, 3, 2].map { decisions.next(of: $0) } == [0, 1, 0])
    decisions.noteJob()
    #expect(decisions.jobs == 4)
    #expect(decisions.taken == [.init(choice: 1, count: 3), .init(choice: 0, count: 2)])
  }

  @Test func randomOrdersAreThoseOfTheirSeed() {
    func order(seed: UInt64) -> [Int] {
      var jobs = ReadyJobs<Int>(schedule: .random(seed: seed))
      for number in 0..<5 { jobs.append(number) }
      return (0..<5).compactMap { _ in jobs.popNext() }
    }
    #expect(Set((0..<2_000).map(order)).count == 120)
    for seed in 0..<10 as Range<UInt64> {
      #expect(order(seed: seed) == order(seed: seed))
      #expect(order(seed: seed).sorted() == Array(0..<5))
    }
  }
}

@Suite struct TestLedgerTests {
  typealias Ledger = TestLedger<Int, String>

  func effect(_ id: Int) -> EffectDescription<String> {
    EffectDescription(
      id: id,
      name: nil,
      location: IssueLocation(fileID: "A/B.swift", filePath: "", line: UInt(id), column: 1),
      EffectContext(group: 0, cause: "cause", step: 0)
    )
  }

  @Test func sends() {
    var ledger = Ledger()
    #expect(ledger.afterSend.take() == nil)
    _ = ledger.record(.reduced(action: "a", origin: .user, before: 0, after: 1))
    #expect(ledger.received.isEmpty)
    #expect(ledger.afterSend.take()?.state == 1)
    #expect(ledger.afterSend.take() == nil)
  }

  @Test func receives() {
    var ledger = Ledger()
    #expect(ledger.received.popFirst() == nil)
    #expect(ledger.popReceived(through: 0) == nil)
    for (state, action) in ["a", "b", "c", "d"].enumerated() {
      _ = ledger.record(.reduced(action: action, origin: .effect(effect(1)), before: state, after: state + 1))
    }
    #expect(ledger.received.popFirst()?.description == "    \"a\"")
    #expect(ledger.popReceived(through: 3) == nil)
    let popped = ledger.popReceived(through: 1)
    #expect(popped?.skipped.map(\.description) == ["    \"b\""])
    #expect(popped?.match.description == "    \"c\"")
    #expect(popped?.match.state == 3)
    _ = ledger.record(.reduced(action: "e", origin: .reducer(cause: "x"), before: 4, after: 5))
    #expect(ledger.skipReceived().map(\.description) == ["    \"d\"", "    \"e\""])
    #expect(ledger.skipReceived().isEmpty)
    #expect(ledger.afterSend.take() == nil)
  }

  @Test func effects() {
    var ledger = Ledger()
    #expect(!ledger.hasEffects)
    for id in 1...4 { _ = ledger.record(.effectStarted(effect(id))) }
    #expect(ledger.hasEffects)
    _ = ledger.record(.effectFinished(effect(2)))
    _ = ledger.record(.effectCancelled(effect(3)))
    _ = ledger.record(.effectFinished(effect(9)))
    #expect(ledger.effects.map(\.id) == [1, 4])
    _ = ledger.record(.effectFinished(effect(4)))
    _ = ledger.record(.effectFinished(effect(1)))
    #expect(!ledger.hasEffects)
  }
}

@Suite struct RunningEffectsTests {
  @Test func whoWaitsForWhat() {
    let log = RunningEffects(controlledBy: "the test store")
    let recorder = log.recorder {}
    #expect(!log.hasEffectThatWaitsForOutside())
    // A suspension of an unknown effect does not count.
    let stray = recorder.willSuspend("stray")
    #expect(!log.hasEffectThatWaitsForOutside())
    log.effectStarted(1, summary: "one")
    #expect(log.hasEffectThatWaitsForOutside())
    #expect(log.list == "  • effect one\n    waiting for something that the test store does not control")
    recorder.didResume(stray)
    recorder.didResume(stray)
    #expect(log.hasEffectThatWaitsForOutside())
    log.effectEnded(1)
    #expect(!log.hasEffectThatWaitsForOutside())
    #expect(log.list.isEmpty)
  }

  @Test func tasksOfAllEffectsAreListedInTheOrderInWhichTheyBeganToWait() async {
    let running = RunningEffects(controlledBy: "the test")
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, number in
        .run { _ in
          _ = running.willSuspend("\(number)")
        }
      }
    }
    for number in 1...9 { await store.send(number).finish() }
    #expect(running.waits.map(\.reason) == (1...9).map { "\($0)" })
  }

  @Test func effectsTellWhatTheyWaitFor() async {
    let (first, second) = (TestClock(), TestClock())
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { _, _ in
        .run { _ in
          async let one: Void = first.sleep(for: .seconds(1))
          async let two: Void = second.sleep(for: .seconds(2))
          _ = try await (one, two)
          await Gate().wait()
        }
      }
    }
    store.exhaustivity = .off
    await store.send(true)
    #expect(
      store.running.reason(effect: store.ledger.effects[0].id)
        == "asleep on a TestClock until 1.0 seconds (now 0.0 seconds); asleep on a TestClock until 2.0 seconds (now 0.0 seconds)"
    )
    await first.advance(by: .seconds(1))
    #expect(
      store.running.reason(effect: store.ledger.effects[0].id)
        == "asleep on a TestClock until 2.0 seconds (now 0.0 seconds)"
    )
    #expect(!store.running.hasEffectThatWaitsForOutside())
    // The sleepers are child tasks of the effect, so another of its tasks might wait for something else.
    #expect(store.running.hasEffectThatWaitsForOutside(countingParts: true))
    await second.advance(by: .seconds(2))
    #expect(store.running.hasEffectThatWaitsForOutside())
  }
}

@Suite struct StoreExecutorTests {
  @Test func waitingEndsWithTheTime() async {
    let executor = StoreExecutor(schedule: .firstInFirstOut)
    let restCount = executor.runReadyJobs()
    #expect(await !executor.waitForOutside(since: restCount, until: .now))
    #expect(await !executor.waitForOutside(since: restCount, until: .now + .nanoseconds(1)))
  }

  @Test func whatRanBeforeTheWaitEndsIt() async {
    let executor = StoreExecutor(schedule: .firstInFirstOut)
    let restCount = executor.runReadyJobs()
    executor.runReadyJobs()
    #expect(await executor.waitForOutside(since: restCount, until: .now + .seconds(3600)))
  }

  @Test func jobsThatComeDuringTheWaitRun() async {
    let executor = StoreExecutor(schedule: .firstInFirstOut)
    let log = Log<Int>()
    let restCount = executor.runReadyJobs()
    Task.detached {
      Task(executorPreference: executor) { log.append(1) }
    }
    var current = restCount
    while log.all.isEmpty {
      #expect(await executor.waitForOutside(since: current, until: .now + .seconds(3600)))
      current = executor.runReadyJobs()
    }
  }

  @Test func severalCanWait() async {
    let executor = StoreExecutor(schedule: .firstInFirstOut)
    await withTaskGroup(of: Bool.self) { group in
      let restCount = executor.runReadyJobs()
      for _ in 0..<10 {
        group.addTask { await executor.waitForOutside(since: restCount, until: .now + .seconds(3600)) }
      }
      group.addTask {
        Task(executorPreference: executor) {}
        // This wakes the tasks that wait by now, and keeps the others from waiting.
        executor.runReadyJobs()
        return true
      }
      for await result in group { #expect(result) }
    }
  }

  @Test func jobsRunInTheBackgroundOnAPreparedThread() async {
    let log = Log<Int>()
    let actor = StoreActor(executor: StoreExecutor(inBackgroundAfter: { log.append(0) }))
    for number in 1...3 {
      Task(executorPreference: actor.executor) {
        await Task.yield()
        log.append(number)
      }
    }
    await actor.idle()
    #expect(log.all.first == 0)
    #expect(log.all.filter { $0 > 0 } == [1, 2, 3])
  }

  @Test func tasksThatWaitUntilNothingIsLeftWakeOneAtATime() {
    let executor = StoreExecutor(schedule: .firstInFirstOut)
    let actor = StoreActor(executor: executor)
    let log = Log<Int>()
    for number in 1...3 {
      Task(executorPreference: executor) {
        await actor.idle()
        log.append(number)
        await Task.yield()
        log.append(number)
      }
    }
    executor.runReadyJobs()
    // The last has nothing to wait for.
    #expect(log.all == [3, 3, 1, 1, 2, 2])
  }

  @Test(arguments: [false, true]) func cancellingEndsTheWaitForWhatNeverRests(isEarly: Bool) {
    let executor = StoreExecutor(schedule: .firstInFirstOut)
    let actor = StoreActor(executor: executor)
    let isOver = LockIsolated(false)
    Task(executorPreference: executor) {
      while !isOver.value { await Task.yield() }
    }
    let waiting = Task(executorPreference: executor) {
      await actor.idle()
      isOver.setValue(true)
    }
    if isEarly { waiting.cancel() }
    Task(executorPreference: executor) {
      for _ in 0..<9 { await Task.yield() }
      waiting.cancel()
    }
    executor.runReadyJobs()
    #expect(isOver.value)
    #expect(!executor.isStuck)
  }
}
