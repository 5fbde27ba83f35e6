import Dependencies
import Store
import Testing

@testable import Execution
@testable import StoreCore
@testable import StoreTesting

@Suite struct RunningEffectsTests {
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
