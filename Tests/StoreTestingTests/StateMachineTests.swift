import Dependencies
import Store
import Testing

@testable import Execution
@testable import StoreCore
@testable import StoreTesting

@Suite struct ScheduleDecisionsTests {
  @Test func jobsAndDecisionsAreCounted() {
    let decisions = ScheduleDecisions([1, 9])
    #expect([1, 3, 2, 2].map { decisions.next(of: $0) } == [0, 1, 1, 0])
    decisions.noteJob()
    #expect(decisions.jobs == 5)
    #expect(decisions.taken == [.init(choice: 1, count: 3), .init(choice: 1, count: 2), .init(choice: 0, count: 2)])
    var jobs = ReadyJobs<Int>(schedule: .priorities(seed: 1, bugDepth: 1, jobs: 1), decisions: decisions)
    for number in 0..<200 { jobs.append(number) }
    #expect(Set((0..<200).compactMap { _ in jobs.popNext() }) == Set(0..<200))
    #expect(jobs.isEmpty && jobs.popNext() == nil && decisions.jobs == 205)
  }
}

@Suite struct RunningEffectsTests {
  @Test func suspensionsOfUnknownTasksAreNoneOfAnEffect() {
    let running = RunningEffects(controlledBy: "the test store")
    let stray = running.willSuspend("stray")
    #expect(!running.hasEffectThatWaitsForOutside() && running.reasonOfOtherTask == "stray")
    for effect in [2, 1] { running.effectStarted(effect, summary: "\(effect)") }
    #expect(running.hasEffectThatWaitsForOutside())
    for _ in 1...2 { running.didResume(stray) }
    #expect(running.hasEffectThatWaitsForOutside() && running.reasonOfOtherTask == nil)
    let reason = "waiting for something that the test store does not control"
    #expect(running.list == "  • effect 1\n    \(reason)\n  • effect 2\n    \(reason)")
    for effect in [1, 2] { running.effectEnded(effect) }
    #expect(!running.hasEffectThatWaitsForOutside() && running.isEmpty && running.list.isEmpty)
  }

  @Test func actionsOfSeveralLinesAreIndentedBelowTheirEffect() {
    let text = bullet("1", "asleep", startedBy: "A(\n  b\n)")
    #expect(text == "  • effect 1\n    asleep\n    started by\n      A(\n        b\n      )")
  }

  @Test func effectsTellWhatTheyWaitFor() async {
    let (first, second) = (TestClock(), TestClock())
    let store = makeStoreOfLastAction {
      .run { _ in
        async let one: Void = first.sleep(for: .seconds(1))
        async let two: Void = second.sleep(for: .seconds(2))
        _ = try await (one, two)
        await Gate().wait()
      }
    }
    store.exhaustivity = .off
    await store.send(0)
    func reason() -> String { "\(store.running.reason(effect: store.ledger.effects[0].id))" }
    #expect(reason() == "asleep on a TestClock until 1 s (now 0 s); asleep on a TestClock until 2 s (now 0 s)")
    await first.advance(by: .seconds(1))
    #expect(reason() == "asleep on a TestClock until 2 s (now 0 s)")
    #expect(!store.running.hasEffectThatWaitsForOutside())
    // The sleepers are child tasks of the effect, so another of its tasks might wait for something else.
    #expect(store.running.hasEffectThatWaitsForOutside(countingParts: true))
    await second.advance(by: .seconds(2))
    #expect(store.running.hasEffectThatWaitsForOutside())
  }
}

@Suite struct StoreExecutorTests {
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
    Task(executorPreference: executor) { while !isOver.value { await Task.yield() } }
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
