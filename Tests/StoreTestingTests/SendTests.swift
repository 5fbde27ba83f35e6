import Testing

@testable import StoreTesting

@Suite struct SendTests {
  @Test func changesAreAsserted() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.increment) { $0.count = 1 }
    await store.send(\.increment) { $0.count += 1 }
    await store.send(\.load, 7)
    await store.receive(\.loaded) { $0.count = 7 }
    await store.send(.nothing)
    await store.send(\.rows[id: 3].loaded, "Hello") {
      $0.rows = [Feature.Row(id: 3, text: "Hello")]
    }
    #expect(store.state.count == 7)
    store.assert { $0.count = 7 }
  }

  @Test func wrongChangesAreReportedWithADifference() async {
    let line = #line + 3
    let failures = await reported {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.increment) {
        $0.count = 2
        $0.isRunning = true
      }
      #expect(store.state.count == 1)
    }
    #expect(failures.map(\.line) == [line])
    #expect(failures.map(\.filePath) == [#filePath])
    #expect(failures.map(\.fileID) == [#fileID])
    let message = """
      A state change does not match expectation.

            Feature.State(
          -   count: 2,
          +   count: 1,
          -   isRunning: true,
          +   isRunning: false,
              rows: []
            )

      (Expected: -, Actual: +)
      """
    #expect(failures.map(\.message) == [message])
  }

  @Test func unassertedChangesAreReported() async {
    let line = #line + 3
    let failures = await reported {
      let store = TestStore(initialState: 0) { Reduce<Int, Bool> { state, _ in bump(&state) } }
      await store.send(true)
    }
    #expect(failures.map(\.line) == [line])
    let message = """
      State was not expected to change, but a change occurred.

          - 0
          + 1

      (Expected: -, Actual: +)
      """
    #expect(failures.map(\.message) == [message])
  }

  @Test func closuresThatChangeNothingAreReported() async {
    let line = #line + 3
    let failures = await reported {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.nothing) { $0.count = 0 }
    }
    #expect(failures.map(\.line) == [line])
    let message = """
      Expected state to change, but no change occurred.

      The trailing closure made no observable modifications to state. If no change to state is expected, omit the \
      trailing closure.
      """
    #expect(failures.map(\.message) == [message])
  }

  @Test func errorsOfClosuresAreReported() async {
    let failures = await reported {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.increment) { _ in throw Failure() }
      store.assert { _ in throw Failure() }
    }
    #expect(
      failures.map(\.message)
        == Array(repeating: "The closure that asserts the state threw an error: Failure()", count: 2)
    )
  }

  @Test func valuesThatLookTheSameAreToldApart() async {
    let failures = await reported {
      let store = TestStore(initialState: Double.nan) { Reduce<Double, Bool> { _, _ in .none } }
      await store.send(true)
    }
    let message = """
      State was not expected to change, but a change occurred.

            // Not equal but no difference detected:
          - nan
          + nan

      (Expected: -, Actual: +)
      """
    #expect(failures.map(\.message) == [message])
  }

  @Test func actionsHaveToBeReceivedBeforeTheNextIsSent() async {
    let line = #line + 4
    let failures = await reported {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.incrementLater)
      await store.send(.increment) { $0.count = 2 }
    }
    #expect(failures.map(\.line) == [line])
    let message = """
      Must handle 1 received action before sending an action.

          Feature.Action.increment
      """
    #expect(failures.map(\.message) == [message])
  }

  @Test func stateIsThatBeforeTheActionUntilItIsAsserted() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.increment) {
      #expect(store.state.count == 0)
      $0.count = 1
    }
    #expect(store.state.count == 1)
    await store.send(.incrementLater)
    #expect(store.state.count == 1)
    await store.receive(\.increment) {
      #expect(store.state.count == 1)
      $0.count = 2
    }
    #expect(store.state.count == 2)
  }

  /// The new elements have new ids, which the closure does not have to know.
  @Test func aStackThatIsReplacedByAnEqualOneHasChanged() async {
    let store = TestStore(initialState: Pages.State()) { Pages() }
    await store.send(.appeared)
    await store.send(.popToRoot) { $0.path = StackState([1]) }
    let failures = await reported { await store.send(.popToRoot) }
    #expect(
      failures.map { $0.message.prefix { $0 != "\n" } } == ["State was not expected to change, but a change occurred."]
    )
  }

  @Test func statesAreAssertedBetweenActions() async {
    let line = #line + 3
    let failures = await reported {
      let store = TestStore(initialState: 0) { Reduce<Int, Bool> { state, _ in bump(&state) } }
      store.assert { $0 = 1 }
      store.assert { $0 = 0 }
      store.exhaustivity = .off
      store.assert { $0 = 2 }
      store.assert { $0 = 0 }
    }
    #expect(failures.map(\.line) == [line, line + 3])
    #expect(
      failures.first?.message == """
        A state change does not match expectation.

            - 1
            + 0

        (Expected: -, Actual: +)
        """
    )
  }
}

private func bump(_ state: inout Int) -> Effect<Bool> {
  state += 1
  return .none
}

@Reducer private struct Pages {
  struct State: Equatable { var path = StackState([1]) }
  enum Action {
    case appeared
    case path(StackAction<Int, Never>)
    case popToRoot
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .popToRoot = action { state.path = StackState([1]) }
      return .none
    }
    .forEach(\.path, action: \.path) { EmptyReducer() }
  }
}
