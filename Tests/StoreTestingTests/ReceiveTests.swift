import Testing

@testable import StoreTesting

@Suite struct ReceiveTests {
  private func makeStore() -> TestStoreOf<Feature> { TestStore(initialState: Feature.State()) { Feature() } }

  @Test func byActionCaseAndPredicate() async {
    let store = makeStore()
    await store.send(.incrementLater)
    await store.receive(.increment) { $0.count = 1 }
    await store.send(.load(2))
    await store.receive(\.loaded) { $0.count = 2 }
    await store.send(.load(3))
    await store.receive(\.loaded, 3) { $0.count = 3 }
    await store.send(.load(4))
    await store.receive({ $0 == .loaded(4) }) { $0.count = 4 }
    await store.send(.load(4))
    await store.receive({ $0.is(\.loaded) })
    await store.send(.loadRows)
    await store.receive(\.rows[id: 1]) { $0.rows[id: 1] = Feature.Row(id: 1, text: "Row 1") }
    await store.receive(\.rows[id: 2].loaded) { $0.rows.append(Feature.Row(id: 2, text: "Row 2")) }
    await store.receive(\.rows[id: 3].loaded, "Row 3", timeout: .seconds(1)) {
      $0.rows.append(Feature.Row(id: 3, text: "Row 3"))
    }
  }

  @Test func anotherActionIsReportedWithADifference() async {
    let line = #line + 4
    let failures = await reported {
      let store = makeStore()
      await store.send(.load(1))
      await store.receive(.loaded(2)) { $0.count = 2 }
      await store.send(.load(1))
      await store.receive(\.loaded, 2)
      await store.send(.load(1))
      await store.receive(\.tick)
      await store.send(.incrementLater)
      await store.receive { $0 == .tick }
    }
    #expect(failures.map(\.line) == [line, line + 2, line + 4, line + 6])
    let origin = "It was sent by effect made in StoreTestingTests/Feature.swift:\(Feature.lineOfLoad)."
    #expect(
      failures.map(\.message) == [
        """
        Received unexpected action.

            - Feature.Action.loaded(2)
            + Feature.Action.loaded(1)

        (Expected: -, Received: +)

        \(origin)
        """,
        """
        Received the case \\.loaded with an unexpected payload.

            - 2
            + 1

        (Expected: -, Received: +)

        \(origin)
        """,
        """
        Expected to receive an action of the case \\.tick

        but received

            Feature.Action.loaded(1)

        \(origin)
        """,
        """
        Expected to receive an action matching the predicate

        but received

            Feature.Action.increment

        The reducer returned it for

            Feature.Action.incrementLater
        """,
      ]
    )
  }

  @Test func whatComesOutOfOrderIsExplained() async {
    let line = #line + 4
    let failures = await reported {
      let store = makeStoreOfLastAction { .run { send in for number in 1...3 { await send(number) } } }
      await store.send(0)
      for _ in 1...2 { await store.receive(3) }
      await store.receive(3) { $0 = 3 }
      await store.send(0) { $0 = 0 }
      await store.receive(7)
      await store.skipReceivedActions()
    }
    #expect(failures.map(\.line) == [line, line, line + 3])
    let ends = [
      "The expected action came too, with 1 other in between. Receive actions in the order in which effects sent them.",
      "The expected action came too, right after it. Receive actions in the order in which effects sent them.",
      "After it came\n\n    2\n    3",
    ]
    for (failure, end) in zip(failures, ends) { #expect(failure.message.hasSuffix(end), "\(failure.message)") }
  }

  @Test func nothingToReceiveFailsAtOnce() async {
    let line = #line + 3
    let failures = await reported {
      let store = makeStore()
      await store.receive(.tick)
      await store.receive(\.tick)
      await store.receive(\.loaded, 1)
      await store.receive { _ in true }
      await store.receive(modify: "Tick")
    }
    #expect(failures.map(\.line) == [line, line + 1, line + 2, line + 3, line + 4])
    #expect(failures.last?.message.contains("No effect is running that could make it.") == true)
    let expectations = [
      "the action\n\n    Feature.Action.tick", "an action of the case \\.tick",
      "an action of the case \\.loaded with the payload\n\n    1", "an action matching the predicate",
    ]
    #expect(
      failures.dropLast().map(\.message)
        == expectations.map { expectation in
          """
          Expected to receive \(expectation)

          but received nothing.

          No effect is running that could send it. If there was one, it has finished or was cancelled.
          """
        }
    )
  }

  /// If the test store waited, the test would exceed its time limit.
  @Test(.timeLimit(.minutes(10))) func whatEffectsWaitForIsSaid() async {
    let clock = TestClock()
    let failures = await reported {
      let store = Feature.store(clock: clock)
      store.timeout = .seconds(3600)
      await store.send(.start) { $0.isRunning = true }
      await store.receive(\.tick)
      await clock.advance(by: .seconds(1.5))
      await store.receive(\.tick) { $0.count = 1 }
      await store.receive(\.tick, timeout: .seconds(3600))
      await store.send(.stop) { $0.isRunning = false }
    }
    #expect(
      failures.map(\.message)
        == ["1 s (now 0 s)", "2 s (now 1 s)"].map { time in
          """
          Expected to receive an action of the case \\.tick

          but received nothing.

          These effects are running, and will not go on until the test does something:

            • effect "timer" made in StoreTestingTests/Feature.swift:\(Feature.lineOfTimer), cancellable by CancelID.timer
              asleep on a TestClock until \(time)
              started by Feature.Action.start

          Advance the clock that an effect sleeps on before receiving what it sends.
          """
        }
    )
  }

  @Test func theOutsideIsWaitedForNoLongerThanTheTimeout() async {
    let gate = Gate()
    let failures = await reported {
      let store = TestStore(initialState: Feature.State()) {
        Feature { value in
          await gate.wait()
          return value
        }
      }
      await store.send(.load(1))
      await store.receive(\.loaded, timeout: .zero)
      store.timeout = .milliseconds(10)
      await store.receive(\.loaded)
      gate.open()
      await store.receive(\.loaded) { $0.count = 1 }
    }
    let message = """
      Expected to receive an action of the case \\.loaded

      but received nothing.

      These effects are running, and were given 0 s:

        • effect made in StoreTestingTests/Feature.swift:\(Feature.lineOfLoad)
          waiting for something that the test store does not control
          started by Feature.Action.load(1)

      If one takes longer than that, receive with a longer "timeout".
      """
    #expect(failures.map(\.message) == [message, message.replacing("given 0 s", with: "given 10 ms")])
  }

  /// For example, a real request with a timeout on the test's clock.
  @Test func effectsThatWaitForTheTestAndTheOutsideAreWaitedForOnRequest() async {
    let (clock, gate) = (TestClock(), Gate())
    let store = TestStore(initialState: Feature.State()) {
      Feature { value in
        await withTaskGroup(of: Int.self) { group in
          group.addTask {
            try? await clock.sleep(for: .seconds(1))
            return -1
          }
          group.addTask {
            await gate.wait()
            return value
          }
          defer { group.cancelAll() }
          return await group.next() ?? 0
        }
      }
    }
    await store.send(.load(1))
    let failures = await reported { await store.receive(\.loaded) }
    #expect(failures.first?.message.contains("will not go on until the test does something") == true)
    Task.detached { gate.open() }
    await store.receive(\.loaded, 1, timeout: .seconds(60)) { $0.count = 1 }
    #expect(clock.sleeperCount == 0)
  }

  @Test func aCancelledTestDoesNotWait() async {
    let task = Task { () -> [ReportedIssue] in
      await reported {
        let store = makeStoreOfLastAction { .run { _ in await Gate().wait() } }
        store.exhaustivity = .off
        store.timeout = .seconds(3600)
        let task = await store.send(0)
        await store.receive(1)
        await store.finish()
        await task.finish()
      }
    }
    task.cancel()
    let messages = await task.value.map(\.message)
    #expect(messages.count == 3)
    for message in messages {
      #expect(
        message.contains(/running(. The test was cancelled while it waited for them| after the test was cancelled)/)
      )
      #expect(!message.contains("3600"))
    }
  }
}
