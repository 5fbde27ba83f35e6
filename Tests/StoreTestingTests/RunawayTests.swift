import Testing

@testable import Execution
@testable import StoreTesting

/// Effects and actions that never come to rest are reported once, and stopped.
@Suite struct RunawayTests {
  private let notAtRest = "Effects do not come to rest. They were stopped after 1000 steps."

  @Test func timersOnImmediateClocksAreStopped() async {
    let line = #line + 4
    let failures = await reportedWithin(steps: 1_000) {
      let store = Feature.store(clock: ImmediateClock())
      // Calls after the failure report nothing more.
      await store.send(.start) { $0.isRunning = true }
      await store.receive(\.tick) { $0.count = 1 }
      await store.send(.stop) { $0.isRunning = false }
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
      await store.finish()
    }
    #expect(failures.map(\.line) == [line])
    let message = """
      Effects do not come to rest. They were stopped after 1000 steps.

        • effect "timer" made in StoreTestingTests/Feature.swift:\(Feature.lineOfTimer), cancellable by CancelID.timer
          waiting for something that the test store does not control

      The last action:

          Feature.Action.tick

      This usually is a loop in which nothing waits: a timer on an "ImmediateClock", an effect that polls, or an action \
      whose effect sends the same action again. Give the effect a "TestClock" and advance it.
      """
    #expect(failures.map(\.message) == [message])
  }

  /// Also if effects may be left running.
  @Test(arguments: [Exhaustivity.on, .off])
  func loopsThatIgnoreCancellationAreStopped(exhaustivity: Exhaustivity) async {
    let steps = Locked(0)
    let failures = await reportedWithin(steps: 1_000) {
      let store = makeStoreOfLastAction {
        .run { _ in
          while true {
            steps.withLock { $0 += 1 }
            await Task.yield()
          }
        }
      }
      store.exhaustivity = exhaustivity
      let task = await store.send(0)
      await task.finish()
      await task.cancel()
    }
    #expect(failures.map(\.headline) == [notAtRest])
    let count = steps.withLock { $0 }
    #expect(count < 3_000)
    // The effects do not continue in the background either.
    for _ in 0..<100 { await Task.yield() }
    #expect(steps.withLock { $0 } == count)
  }

  @Test func effectsThatNeverRestWhileTheirTaskIsWaitedForAreReportedThere() async {
    let (gate, end) = (Gate(), Gate())
    let line = #line + 11
    let failures = await reportedWithin(steps: 1_000) {
      let store = makeStoreOfLastAction {
        .run(name: "poll") { _ in
          await gate.wait()
          while !Task.isCancelled { await Task.yield() }
          end.open()
        }
      }
      let task = await store.send(0)
      gate.open()
      await task.finish()
      // Calls after the failure report nothing more.
      await task.finish()
      await task.cancel()
      await store.finish()
      // An effect that ends when it is cancelled can do so.
      #expect(end.isOpen)
    }
    #expect(failures.map(\.line) == [line])
    let message = failures.first?.message ?? ""
    #expect(message.hasPrefix("\(notAtRest)\n\n  • effect \"poll\""))
    #expect(message.hasSuffix(#"Give the effect a "TestClock" and advance it."#))
  }

  /// What the effect polls for arrives from another thread, as a job of the executor that is never without another.
  @Test func whatAnEffectPollsForArrives() async {
    let hasArrived = Locked(false)
    await StoreExecutor.$limits.withValue(.init(steps: .max)) {
      let store = makeStoreOfLastAction {
        .merge(
          .run { _ in
            await Task.detached {}.value
            hasArrived.withLock { $0 = true }
          },
          .run { send in
            while !hasArrived.withLock({ $0 }) { await Task.yield() }
            await send(1)
          }
        )
      }
      await store.send(0)
      await store.receive(1) { $0 = 1 }
    }
  }

  enum Loop: CaseIterable {
    case sending, sendingTwice, fromEffects, fromEffectsThatFollow

    func effect() -> Effect<Bool> {
      switch self {
      case .sending: .send(true)
      case .sendingTwice: .merge(.send(true), .send(true))
      case .fromEffects: .run { send in await send(true) }
      case .fromEffectsThatFollow: .concatenate(.send(true), .run { send in await send(true) })
      }
    }
  }

  @Test(arguments: Loop.allCases, [TestSchedule.firstInFirstOut, .random(seed: 1)])
  func actionsThatSendOneAnotherAreStopped(_ loop: Loop, schedule: TestSchedule) async {
    let line = #line + 10
    let reduced = Locked(0)
    let failures = await reportedWithin(steps: 1_000) {
      let store = TestStore(initialState: 0, schedule: schedule) {
        Reduce<Int, Bool> { state, _ in
          reduced.withLock { $0 += 1 }
          state += 1
          return loop.effect()
        }
      }
      await store.send(true) { $0 = 1 }
      // Calls after the failure report nothing more.
      await store.receive(true) { $0 = 2 }
      await store.send(true)
      await store.finish()
    }
    #expect(failures.map(\.line) == [line])
    #expect(failures.map(\.headline) == [notAtRest])
    #expect(failures.first?.message.contains("The last action:\n\n    true") == true)
    if loop == .sending {
      #expect(failures.first?.message.contains("No effect is running, but actions send one another.") == true)
    }
    #expect(reduced.withLock { $0 } <= 1_001)
  }

  /// A test that may leave effects running may leave running a timer on an `ImmediateClock`.
  @Test func timersOnImmediateClocksEndWithATestThatMayLeaveThemRunning() async {
    var failures: [ReportedIssue] = []
    let line = #line + 6
    let skipped = await skippedAssertions {
      failures = await reportedWithin(steps: 1_000) {
        for exhaustivity in [Exhaustivity.off, .off(showSkippedAssertions: true)] {
          let store = Feature.store(clock: ImmediateClock())
          store.exhaustivity = exhaustivity
          await store.send(.start)
          await store.receive(\.tick) { $0.count = 1 }
          await store.skipReceivedActions()
          let count = store.state.count
          await store.send(.stop) {
            $0.isRunning = false
            $0.count = count
          }
        }
      }
    }
    #expect(failures.map(\.message) == [])
    #expect(
      skipped.contains {
        $0.hasPrefix("StoreTestingTests/RunawayTests.swift:\(line): Effects did not come to rest.")
          || $0.contains("Effects did not come to rest. They were cancelled after 1000 steps.")
      }
    )
  }

  @Test func anIssueThatIsReportedAgainAndAgainIsCounted() async {
    let issues = await reported {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { _, count in
          .run { _ in for number in 0..<count { reportIssue("Broken \(number % 2)") } }
        }
      }
      await store.send(5)
      await store.send(1)
    }
    func times(_ count: Int) -> String {
      "The following issue was reported \(count) times here. Only the first is shown above.\n\nBroken \(3 - count)"
    }
    #expect(issues.map(\.message) == ["Broken 0", "Broken 1", times(3), times(2), "Broken 0"])
    #expect(Set(issues.map(\.line)).count == 1)
  }

  /// Many actions in many lines are not a loop.
  @Test func eachLineCountsAnew() async {
    await StoreExecutor.$limits.withValue(.init(steps: 100)) {
      let store = makeStoreOfLastAction { .none }
      for number in 1...200 { await store.send(number) { $0 = number } }
    }
  }
}
