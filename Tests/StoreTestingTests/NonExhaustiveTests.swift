import Testing

@testable import StoreTesting

@Suite struct NonExhaustiveTests {
  private let lineOfFirstSend = #line + 8

  func check(_ exhaustivity: Exhaustivity) async -> (failures: [ReportedIssue], skipped: [String]) {
    var failures: [ReportedIssue] = []
    let skipped = await skippedAssertions {
      failures = await reported {
        let store = TestStore(initialState: Feature.State()) { Feature() }
        store.exhaustivity = exhaustivity
        await store.send(.increment)
        await store.send(.increment) { $0.count = 2 }
        await store.send(.nothing) { $0.count = 2 }
        await store.send(.loadRows)
        await store.receive(\.rows[id: 2])
        #expect(store.state.rows.map(\.id) == [1, 2])
        await store.send(.loadRows)
        #expect(store.state.rows.map(\.id) == [1, 2, 3])
      }
    }
    return (failures, skipped)
  }

  @Test func whatIsNotAssertedIsAllowed() async {
    let (failures, skipped) = await check(.off)
    #expect(failures.isEmpty)
    #expect(skipped.isEmpty)
  }

  @Test func whatIsNotAssertedIsShown() async {
    let (failures, skipped) = await check(.off(showSkippedAssertions: true))
    #expect(failures.isEmpty)
    let line = lineOfFirstSend
    #expect(
      skipped == [
        """
        StoreTestingTests/NonExhaustiveTests.swift:\(line): Skipped assertions.

            A state change was not asserted.

                  Feature.State(
                -   count: 0,
                +   count: 1,
                    isRunning: false,
                    rows: []
                  )

            (Expected: -, Actual: +)

        """,
        """
        StoreTestingTests/NonExhaustiveTests.swift:\(line + 4): Skipped assertions.

            1 received action skipped.

                Feature.Action.rows(
                  .element(
                    id: 1,
                    action: .loaded("Row 1")
                  )
                )

        """,
        """
        StoreTestingTests/NonExhaustiveTests.swift:\(line + 4): Skipped assertions.

            A state change was not asserted.

                  Feature.State(
                    count: 2,
                    isRunning: false,
                    rows: [
                      [0]: Feature.Row(id: 1, …),
                +     [1]: Feature.Row(
                +       id: 2,
                +       text: "Row 2"
                +     )
                    ]
                  )

            (Expected: -, Actual: +)

        """,
        """
        StoreTestingTests/NonExhaustiveTests.swift:\(line + 6): Skipped assertions.

            Must handle 1 received action before sending an action.

                Feature.Action.rows(
                  .element(
                    id: 3,
                    action: .loaded("Row 3")
                  )
                )

        """,
        """
        StoreTestingTests/NonExhaustiveTests.swift:\(line - 2): Skipped assertions.

            The store received 3 unexpected actions.

                Feature.Action.rows(
                  .element(
                    id: 1,
                    action: .loaded("Row 1")
                  )
                )
                Feature.Action.rows(
                  .element(
                    id: 2,
                    action: .loaded("Row 2")
                  )
                )
                Feature.Action.rows(
                  .element(
                    id: 3,
                    action: .loaded("Row 3")
                  )
                )

            Receive every action that effects send with "store.receive", skip them with \
        "await store.skipReceivedActions()" or, if they do not matter to this test, set "store.exhaustivity = .off".

        """,
      ]
    )
  }

  /// To show what is not asserted, the closure runs a second time, with the state of before. What it expects of the new
  /// state is no issue then.
  @Test(arguments: [Exhaustivity.off, .off(showSkippedAssertions: true)])
  func aClosureMayExpectSomethingOfTheNewState(_ exhaustivity: Exhaustivity) async {
    let skipped = await skippedAssertions {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      store.exhaustivity = exhaustivity
      await store.send(.increment) { #expect($0.count == 1) }
    }
    #expect(skipped.count == (exhaustivity == .off ? 0 : 1))
  }

  @Test(arguments: [Exhaustivity.off, .off(showSkippedAssertions: true)])
  func whatIsAssertedHasToBeSo(_ exhaustivity: Exhaustivity) async {
    var failures: [ReportedIssue] = []
    _ = await skippedAssertions {
      failures = await reported {
        let store = TestStore(initialState: Feature.State()) { Feature() }
        store.exhaustivity = exhaustivity
        await store.send(.increment) { $0.count = 2 }
        await store.send(.loadRows)
        await store.receive(\.rows[id: 3]) { $0.rows[id: 3]?.text = "?" }
        await store.receive(\.tick)
      }
    }
    #expect(failures.count == 3)
    #expect(
      failures.first?.message == """
        A state change does not match expectation.

              Feature.State(
            -   count: 2,
            +   count: 1,
                isRunning: false,
                rows: []
              )

        (Expected: -, Actual: +)
        """
    )
    #expect(failures.last?.message.hasPrefix("Expected to receive an action of the case \\.tick") == true)
  }

  @Test func actionsInBetweenAreWaitedFor() async {
    let gates = [Gate(), Gate()]
    let store = makeStoreOfLastAction {
      .run { send in
        await gates[0].wait()
        await send(1)
        await gates[1].wait()
        await send(2)
      }
    }
    store.exhaustivity = .off
    await store.send(0)
    for gate in gates { Task.detached { gate.open() } }
    await store.receive(2) { $0 = 2 }
  }

  @Test func aPartOfATestCanBeNonExhaustive() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.withExhaustivity(.off) {
      await store.send(.increment)
      await store.send(.loadRows)
      await store.skipReceivedActions()
    }
    #expect(store.exhaustivity == .on)
    #expect(store.withExhaustivity(.off) { store.exhaustivity } == .off)
    await store.send(.increment) { $0.count = 2 }
  }
}
