import Foundation
import Testing

@testable import Execution
@testable import StoreCore
@testable import StoreTesting

@Suite struct EndOfTestTests {
  let clock = TestClock()

  func makeStore(line: UInt = #line) -> TestStoreOf<Feature> { Feature.store(clock: clock, line: line) }

  @Test func unreceivedActionsAreReportedWhereTheStoreWasMade() async {
    let line = #line + 2
    let failures = await reported {
      let store = makeStore()
      await store.send(.load(1))
    }
    #expect(failures.map(\.line) == [line])
    let expected = """
      The store received 1 unexpected action.

          Feature.Action.loaded(1)

      Receive every action that effects send with "store.receive", skip them with \
      "await store.skipReceivedActions()" or, if they do not matter to this test, set "store.exhaustivity = .off".
      """
    #expect(failures.map(\.message) == [expected])
  }

  /// `finish` has allowed only what had come by then.
  @Test func unreceivedActionsAfterOthersThatWereAllowedAreReported() async {
    let failures = await reported {
      let store = makeStore()
      await store.withExhaustivity(.off) {
        await store.send(.load(1))
        await store.finish()
      }
      await store.send(.load(2))
    }
    #expect(failures.count == 2)
    #expect(failures.last?.message.contains("Feature.Action.loaded(2)") == true)
  }

  private let timer = """
      • effect "timer" made in StoreTestingTests/Feature.swift:\(Feature.lineOfTimer), cancellable by CancelID.timer
        asleep on a TestClock until 1 s (now 0 s)
    """

  @Test func runningEffectsAreReportedWhereTheStoreWasMade() async {
    let line = #line + 2
    let failures = await reported {
      let store = makeStore()
      await store.send(.start) { $0.isRunning = true }
    }
    #expect(failures.map(\.line) == [line])
    let message = """
      1 effect still running at the end of the test.

      \(timer)
          started by Feature.Action.start

      Effects have to end with the test: advance the clock that they sleep on and receive what they send, send the \
      action that cancels them, or cancel the task that "store.send" returned. If they are about to end by themselves, \
      wait for them with "await store.finish()". If it does not matter to this test, call \
      "await store.skipInFlightEffects()" or set "store.exhaustivity = .off".
      """
    #expect(failures.map(\.message) == [message])
    #expect(clock.sleeperCount == 0)
  }

  @Test func manyAreCounted() async {
    let failures = await reported { await makeStoreOfLastAction { .merge((1...30).map { .send($0) }) }.send(0) }
    #expect(failures.first?.message.contains("    20\n  … and 10 more\n\nReceive every action") == true)
    let effects = await reported {
      let wait: (Int) -> Effect<Int> = { .run(name: "\($0)") { _ in try await Task.never() } }
      await makeStoreOfLastAction { .merge((1...9).map(wait)) }.send(0)
    }
    let names = effects.first?.message.matches(of: #/effect "(\d)"/#).map { String($0.1) }
    #expect(names == (1...9).map { "\($0)" })
  }

  @Test func finishingWaitsForNobodyWhoWaitsForTheTest() async {
    let line = #line + 5
    let failures = await reported {
      let store = makeStore()
      store.timeout = .seconds(3600)
      let task = await store.send(.start) { $0.isRunning = true }
      await store.finish()
      await task.finish()
      #expect(!task.isCancelled)
      await task.cancel()
      #expect(task.isCancelled)
      await task.finish()
      await store.finish()
      // Without effects a task is finished.
      await store.send(.nothing).finish(timeout: .zero)
    }
    #expect(failures.map(\.line) == [line, line + 1])
    #expect(
      failures.map(\.message) == [
        """
        Expected effects to finish, but 1 effect still running.

        \(timer)
            started by Feature.Action.start

        Advance the clock that an effect sleeps on, send the action that cancels it, or cancel the task that "store.send" \
        returned.
        """,
        """
        Expected the effects of the action to finish, but some are still running.

        These effects of the store are running:

        \(timer)

        Advance the clock that an effect sleeps on, send the action that cancels it, or cancel this task.
        """,
      ]
    )
  }

  /// Makes gates, and a store with an effect for each action that waits for the gate of this number.
  private func makeGates(_ count: Int) -> ([Gate], TestStore<Int, Int>) {
    let gates = (0..<count).map { _ in Gate() }
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, action in .run { _ in await gates[action].wait() } }
    }
    return (gates, store)
  }

  @Test func finishingWaitsForTheOutside() async {
    let (gates, store) = makeGates(2)
    let tasks = [await store.send(0), await store.send(1)]
    #expect(Set(tasks + tasks).count == 2)
    Task.detached { gates[1].open() }
    await tasks[1].finish()
    let failures = await reported {
      await tasks[0].finish(timeout: .zero)
      await store.finish(timeout: .zero)
    }
    let parts = ["the effects of the action to finish, but some are", "effects to finish, but 1 effect"]
    #expect(failures.map(\.headline) == parts.map { "Expected \($0) still running after 0 s." })
    Task.detached { gates[0].open() }
    await store.finish()
  }

  /// Effects that are ended by a job from another thread, which arrives while they are asked whether they have finished.
  private final class LateEffects: EffectGroup {
    private let executor: StoreExecutor
    private let hasEnded = Locked(false)

    init(_ executor: StoreExecutor) { self.executor = executor }

    var isFinished: Bool { get async { answer() } }

    private func answer() -> Bool {
      if hasEnded.withLock({ $0 }) { return true }
      onAnotherThread { [self] in Task(executorPreference: executor) { self.hasEnded.withLock { $0 = true } } }
      return false
    }

    var isCancelled: Bool { false }
    func finish() async {}
    func cancel() {}
    func cancelAndWait() async {}
  }

  @Test func effectsThatEndWhileTheyAreAskedAreNotWaitedFor() async {
    let executor = StoreExecutor(schedule: .firstInFirstOut)
    let running = RunningEffects(controlledBy: "the test store")
    running.effectStarted(1, summary: "effect")
    let task = StoreTask(group: LateEffects(executor))
    await TestStoreTask(task, executor: executor, running: running, timeout: .zero).finish()
  }

  @Test func tasksCanBeWaitedForFromSeveralPlaces() async {
    let (gates, store) = makeGates(3)
    await withTaskGroup(of: Void.self) { group in
      for number in gates.indices {
        let task = await store.send(number)
        group.addTask { await task.finish() }
        group.addTask { await task.finish() }
      }
      for gate in gates.reversed() { group.addTask { gate.open() } }
    }
    await store.finish()
  }

  @Test func finishingReportsWhatWasNotReceivedOnce() async {
    let line = #line + 4
    let failures = await reported {
      let store = makeStore()
      await store.send(.incrementLater)
      await store.finish()
    }
    #expect(failures.map(\.line) == [line])
    #expect(failures.map(\.headline) == ["The store received 1 unexpected action."])
  }

  @Test func whatIsSkippedIsShown() async {
    let line = #line + 6
    var failures: [ReportedIssue] = []
    let skipped = await skippedAssertions {
      failures = await reported {
        let store = makeStore()
        await store.skipReceivedActions(strict: false)
        await store.skipReceivedActions()
        await store.send(.load(3))
        await store.skipReceivedActions()
        await store.skipInFlightEffects(strict: false)
        await store.skipInFlightEffects()
        await store.send(.start) { $0.isRunning = true }
        await store.skipInFlightEffects()
        // The effects continue, their actions are received, and they may still run at the end.
        await clock.advance(by: .seconds(1))
        await store.receive(\.tick) { $0.count = 4 }
        await store.finish()
        store.exhaustivity = .off
        await store.send(.load(3))
        await store.skipReceivedActions()
      }
    }
    let nothing = ["received actions", "in-flight effects"].map { "There were no \($0) to skip." }
    #expect(failures.map(\.message) == nothing)
    #expect(failures.map(\.line) == [line, line + 4])
    #expect(skipped.count == 2)
    func start(_ line: Int) -> String { "\(#fileID):\(line): Skipped assertions.\n\n    1 " }
    #expect(skipped.first == "\(start(line + 2))received action skipped.\n\n        Feature.Action.loaded(3)\n")
    #expect(skipped.last?.hasPrefix("\(start(line + 6))effect skipped.") == true)
  }
}
