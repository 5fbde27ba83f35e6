import Testing

@testable import StoreTesting

private struct Counters: Reducer {
  struct Counter: Equatable {
    @Shared(.inMemory("count")) var count = 0
    var name = ""
  }

  struct State: Equatable {
    var first = Counter()
    var second = Counter()
  }

  @CasePathable
  enum Action { case incrementTapped, resetTapped, effectTapped, twiceTapped, named(String) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .incrementTapped: state.first.$count.withLock { $0 += 1 }
      case .resetTapped: state.second.$count.withLock { $0 = 0 }
      case .named(let name): state.first.name = name
      case .effectTapped: return .run { [count = state.first.$count] _ in count.withLock { $0 += 10 } }
      case .twiceTapped: return .merge(.send(.incrementTapped), .send(.incrementTapped))
      }
      return .none
    }
  }
}

@Suite struct SharedStateTests {
  private func makeStore() -> TestStore<Counters.State, Counters.Action> {
    TestStore(initialState: Counters.State()) { Counters() }
  }

  private func difference(expected: Int, actual: Int, name: String = "") -> String {
    """
          Counters.State(
            first: Counters.Counter(
        -     count: \(expected),
        +     count: \(actual),
              name: "\(name)"
            ),
            second: Counters.Counter(
        -     count: \(expected),
        +     count: \(actual),
              name: ""
            )
          )

    (Expected: -, Actual: +)
    """
  }

  @Test func changesAreAssertedWhereverTheyShow() async {
    let store = makeStore()
    await store.send(.incrementTapped) { $0.first.$count.withLock { $0 = 1 } }
    #expect(store.state.second.count == 1)
    await store.send(.incrementTapped) { $0.second.$count.withLock { $0 += 1 } }
    await store.send(.resetTapped) { $0.first.$count.withLock { $0 = 0 } }
    // Asserting a value that the feature set to what it was is not a failure.
    await store.send(.resetTapped) { $0.first.$count.withLock { $0 = 0 } }
    await store.send(.resetTapped)
    // Each received action has its own changes.
    await store.send(.twiceTapped)
    for count in 1...2 {
      #expect(store.state.first.count == count - 1)
      await store.receive(\.incrementTapped) { $0.first.$count.withLock { $0 = count } }
    }
    // What an effect changes is asserted afterwards.
    await store.send(.effectTapped)
    store.assert { $0.first.$count.withLock { $0 = 12 } }
    #expect(store.state.first.count == 12)
    await store.send(.effectTapped)
    await store.send(.incrementTapped) { $0.first.$count.withLock { $0 = 23 } }
    await store.finish()
  }

  @Test func whatIsAssertedOtherwiseIsReported() async {
    let failures = await reported {
      let store = makeStore()
      // The feature sets the value to what it was.
      await store.send(.resetTapped) { _ in }
      await store.send(.resetTapped) { _ = $0.first.count }
      await store.send(.named("")) { $0.first.$count.withLock { $0 = 0 } }
      await store.send(.incrementTapped)
      await store.send(.incrementTapped) { $0.first.$count.withLock { $0 = 3 } }
      await store.send(.named("Blob")) {
        $0.first.name = "Blob"
        $0.first.$count.withLock { $0 += 1 }
      }
    }
    #expect(failures.prefix(3).allSatisfy { $0.headline == "Expected state to change, but no change occurred." })
    let messages = [
      "State was not expected to change, but a change occurred.\n\n\(difference(expected: 0, actual: 1))",
      "A state change does not match expectation.\n\n\(difference(expected: 3, actual: 2))",
      "A state change does not match expectation.\n\n\(difference(expected: 3, actual: 2, name: "Blob"))",
    ]
    #expect(failures.dropFirst(3).map(\.message) == messages)
  }

  @Test func whatAnEffectChangesHasToBeAsserted() async {
    let failures = await reported {
      let store = makeStore()
      await store.send(.effectTapped)
    }
    #expect(
      failures.map(\.message) == [
        """
        The test ended before it asserted changes of shared state.

        \(difference(expected: 0, actual: 10))

        An effect has changed what the state shares after the last action. Assert it with "store.assert { ... }".
        """
      ]
    )
    let others = await reported {
      let store = makeStore()
      await store.send(.effectTapped)
      store.assert { $0.first.$count.withLock { $0 = 11 } }
      await store.send(.effectTapped)
      await store.finish()
      store.exhaustivity = .off
      await store.send(.effectTapped)
    }
    #expect(others.count == 2)
  }

  @Test func whatTheTestChangesItselfIsNotAsserted() async {
    @Shared(.inMemory("count")) var count = 0
    let store = makeStore()
    $count.withLock { $0 = 5 }
    await store.send(.named("Blob")) { $0.first.name = "Blob" }
    await store.send(.incrementTapped) { $0.first.$count.withLock { $0 = 6 } }
    #expect(count == 6)
    $count.withLock { $0 = 0 }
    await store.send(.incrementTapped) { _ in $count.withLock { $0 += 1 } }
    #expect(count == 1)
    store.assert { $0.second.$count.withLock { $0 = 1 } }
  }

  @Test func changesNeedNotBeAssertedExhaustively() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.incrementTapped)
    await store.send(.twiceTapped)
    await store.receive(\.incrementTapped)
    await store.send(.named("Blob")) { $0.second.$count.withLock { $0 = 3 } }
    let failures = await reported { await store.send(.incrementTapped) { $0.second.$count.withLock { $0 = 3 } } }
    #expect(failures.count == 1)
    let skipped = await skippedAssertions {
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.incrementTapped)
    }
    #expect(skipped.count == 1)
  }

  /// A shared value within another one.
  @Test func nestedSharedValuesAreAsserted() async {
    struct Row: Equatable { @Shared var count: Int }
    struct Rows: Equatable { @Shared var row: Row }
    let failures = await reported {
      let store = TestStore(initialState: Rows(row: Shared(value: Row(count: Shared(value: 0))))) {
        Reduce<Rows, Int> { state, amount in
          state.row.$count.withLock { $0 += amount }
          return .none
        }
      }
      await store.send(1) { $0.row.$count.withLock { $0 = 1 } }
      await store.send(1) { $0.row.$count.withLock { $0 = 99 } }
      await store.send(1)
    }
    let unexpected = "State was not expected to change, but a change occurred."
    #expect(failures.map(\.headline) == ["A state change does not match expectation.", unexpected])
  }

  @Test func eachScheduleBeginsAnew() async {
    await exploreSchedules(3) {
      let store = makeStore()
      await store.send(.incrementTapped) { $0.first.$count.withLock { $0 = 1 } }
    }
  }

  @Test func onChangeSeesChanges() async {
    let store = TestStore(initialState: Counters.Counter()) {
      Reduce<Counters.Counter, Int> { state, amount in
        state.$count.withLock { $0 += amount }
        return .none
      }
      .onChange(of: \.count) { old, new in
        Reduce { state, _ in
          state.name = "\(old) \(new)"
          return .none
        }
      }
    }
    await store.send(2) {
      $0.$count.withLock { $0 = 2 }
      $0.name = "0 2"
    }
  }
}
