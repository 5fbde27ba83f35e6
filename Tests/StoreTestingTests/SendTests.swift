import Testing

@testable import StoreTesting

@Suite struct SendTests {
  private func makeStore() -> TestStoreOf<Feature> { TestStore(initialState: Feature.State()) { Feature() } }

  @Test func stateIsThatBeforeTheActionUntilItIsAsserted() async {
    let store = makeStore()
    await store.send(\.increment) {
      #expect(store.state.count == 0)
      $0.count = 1
    }
    #expect(store.state.count == 1)
    await store.send(\.load, 2)
    #expect(store.state.count == 1)
    await store.receive(\.loaded) {
      #expect(store.state.count == 1)
      $0.count = 2
    }
    #expect(store.state.count == 2)
    await store.send(\.rows[id: 3].loaded, "Hello") { $0.rows = [Feature.Row(id: 3, text: "Hello")] }
    store.assert { $0.count = 2 }
  }

  @Test func whatIsAssertedOtherwiseIsReported() async {
    let line = #line + 3
    let failures = await reported {
      let store = makeStore()
      await store.send(.increment) {
        $0.count = 2
        $0.isRunning = true
      }
      #expect(store.state.count == 1)
      await store.send(.increment)
      await store.send(.nothing) { $0.count = 2 }
      await store.send(.increment) { _ in throw Failure() }
      store.assert { _ in throw Failure() }
      await store.send(.incrementLater)
      // It was not received.
      await store.send(.increment) { $0.count += 1 }
      store.assert { $0.count = 7 }
    }
    #expect(failures.map(\.line) == [0, 5, 6, 7, 8, 11, 12].map { line + $0 })
    #expect(Set(failures.map(\.filePath)) == [#filePath])
    #expect(Set(failures.map(\.fileID)) == [#fileID])
    let messages = [
      """
      A state change does not match expectation.

            Feature.State(
          -   count: 2,
          +   count: 1,
          -   isRunning: true,
          +   isRunning: false,
              rows: []
            )

      (Expected: -, Actual: +)
      """,
      """
      State was not expected to change, but a change occurred.

            Feature.State(
          -   count: 1,
          +   count: 2,
              isRunning: false,
              rows: []
            )

      (Expected: -, Actual: +)
      """,
      """
      Expected state to change, but no change occurred.

      The trailing closure made no observable modifications to state. If no change to state is expected, omit the \
      trailing closure.
      """,
      "The closure that asserts the state threw an error: Failure()",
      "The closure that asserts the state threw an error: Failure()",
      "Must handle 1 received action before sending an action.\n\n    Feature.Action.increment",
    ]
    #expect(failures.dropLast().map(\.message) == messages)
    #expect(failures.last?.headline == "A state change does not match expectation.")
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

  /// `#require` records its failure before it throws.
  @Test func requirementsAreReportedOnce() async {
    let issues = Log<String>()
    await withKnownIssue {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state = action
          return action == 1 ? .send(2) : .run { _ in try #require(action == 3) }
        }
      }
      await store.send(1) {
        try #require($0 == -1)
        $0 = 1
      }
      await store.receive(2) {
        try #require($0 == -2)
        $0 = 2
      }
      await store.finish()
      store.assert { try #require($0 == -3) }
      withErrorReporting { try #require(store.state == -4) }
    } matching: { issue in
      issues.append("\(issue.comments.first?.rawValue ?? "\(issue.kind)".prefix(17) + "")")
      return true
    }
    #expect(issues.all == Array(repeating: "Expectation faile", count: 5))
  }

  /// Effects report from tasks of their own, which run on the thread that runs the executor's jobs.
  @Test func failuresOfEffectsAreReported() async {
    await withKnownIssue {
      let store = makeStoreOfLastAction {
        .run { _ in
          await Task.detached {}.value
          throw Failure()
        }
      }
      await store.send(0)
      await store.finish()
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("An effect threw an error that nothing handles.") == true
    }
  }

  @Reducer
  struct Pages {
    struct State: Equatable { var path = StackState([1]) }
    enum Action { case appeared, path(StackAction<Int, Never>), popToRoot }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .popToRoot = action { state.path = StackState([1]) }
        return .none
      }
      .forEach(\.path, action: \.path) { EmptyReducer() }
    }
  }

  /// The new elements have new ids, which the closure does not have to know.
  @Test func aStackThatIsReplacedByAnEqualOneHasChanged() async {
    let store = TestStore(initialState: Pages.State()) { Pages() }
    await store.send(.appeared)
    await store.send(.popToRoot) { $0.path = StackState([1]) }
    let failures = await reported { await store.send(.popToRoot) }
    #expect(failures.map(\.headline) == ["State was not expected to change, but a change occurred."])
  }
}
