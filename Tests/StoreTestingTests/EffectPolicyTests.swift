import Testing

@testable import StoreTesting

/// Test stores and effects of which a limited number run at a time.
@Suite struct EffectPolicyTests {
  @Reducer
  struct Downloads {
    enum Action: Equatable {
      case start(Int)
      case done(Int)
    }

    let policy: EffectPolicy
    @Dependency(\.continuousClock) var clock

    static let line = #line + 8

    func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
      guard case .start(let number) = action else { return .none }
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.done(number))
      }
      .cancellable(id: "id", policy: policy)
    }
  }

  private func makeStore(_ policy: EffectPolicy, _ clock: TestClock<Duration>) -> TestStoreOf<Downloads> {
    TestStore(initialState: [Int]()) {
      Downloads(policy: policy)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private func effect(_ number: Int, _ reason: String, line: Int) -> String {
    """
      • effect made in StoreTestingTests/EffectPolicyTests.swift:\(line), cancellable by String.id
        \(reason)
        started by EffectPolicyTests.Downloads.Action.start(\(number))
    """
  }

  @Test func eachHasItsTurn() async {
    await exploreSchedules(20) {
      let clock = TestClock()
      let store = makeStore(.runOldest(maxCount: 2, .suspendNew), clock)
      for number in 1...3 { await store.send(.start(number)) }
      await clock.advance(by: .seconds(1))
      await store.skipReceivedActions()
      await clock.advance(by: .seconds(1))
      await store.receive(.done(3))
      await store.finish()
    }
  }

  @Test func whatWaitsIsListed() async {
    let failures = await reported {
      let clock = TestClock()
      let store = makeStore(.runOldest(.suspendNew), clock)
      for number in 1...2 { await store.send(.start(number)) }
      await store.finish()
      await store.skipInFlightEffects()
      await clock.advance(by: .seconds(1))
      await store.receive(.done(1))
      await clock.advance(by: .seconds(1))
      await store.receive(.done(2))
    }
    let message = """
      Expected effects to finish, but 2 effects still running.

      \(effect(1, "asleep on a TestClock until 1.0 seconds (now 0.0 seconds)", line: Downloads.line - 4))
      \(effect(2, "waiting until others with its id are over", line: Downloads.line))

      Advance the clock that an effect sleeps on, send the action that cancels it, or cancel the task that "store.send" \
      returned.
      """
    #expect(failures.map(\.message) == [message])
  }

  @Test func whatWasDiscardedIsNamedWhereItIsMissed() async {
    let failures = await reported {
      let clock = TestClock()
      let store = makeStore(.runOldest(.discardNew), clock)
      await store.send(.start(1))
      await store.send(.start(2))
      await clock.advance(by: .seconds(1))
      await store.receive(.done(1))
      await store.receive(.done(2))
      await store.send(.start(3))
      await clock.advance(by: .seconds(1))
      await store.receive(.done(3))
      await store.receive(.done(2))
    }
    let start = """
      Expected to receive the action

          EffectPolicyTests.Downloads.Action.done(2)

      but received nothing.

      No effect is running that could send it. If there was one, it has finished or was cancelled.
      """
    #expect(
      failures.map(\.message) == [
        """
        \(start)

        Others with the same id were running, so these effects were discarded, as their policies say:

        \(effect(2, "discarded", line: Downloads.line))
        """,
        start,
      ]
    )
  }
}
