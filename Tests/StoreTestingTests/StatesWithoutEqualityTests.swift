import StoreExploration
import Testing

@testable import StoreTesting

/// States that are not `Equatable` are compared by their parts, and what is `@TestIgnored` does not count.
@Suite struct StatesWithoutEqualityTests {
  final class Draft {
    let text: String
    init(_ text: String) { self.text = text }
  }

  struct Letter {
    var draft = Draft("")
    var format: (String) -> String = { $0 }
    var recipients: [(name: String, isCopied: Bool)] = []
  }

  enum Action: Sendable { case typed(String), added(String), nothing }

  func makeStore() -> TestStore<Letter, Action> {
    TestStore(initialState: Letter()) {
      Reduce { state, action in
        switch action {
        case .typed(let text): state.draft = Draft(text)
        case .added(let name): state.recipients.append((name, false))
        case .nothing: break
        }
        return .none
      }
    }
  }

  @Test func changesAreAssertedByTheirParts() async {
    let store = makeStore()
    await store.send(.typed("Dear Blob")) { $0.draft = Draft("Dear Blob") }
    await store.send(.added("Blob")) { $0.recipients = [("Blob", false)] }
    await store.send(.nothing)
  }

  @Test func wrongChangesAreReported() async {
    let failures = await reported {
      let store = makeStore()
      await store.send(.typed("Dear Blob")) { $0.draft = Draft("Dear Bob") }
      await store.send(.added("Blob"))
      await store.send(.nothing) { $0.recipients[0].isCopied = false }
    }
    let messages = [
      """
      A state change does not match expectation.

            StatesWithoutEqualityTests.Letter(
          -   draft: StatesWithoutEqualityTests.Draft(text: "Dear Bob"),
          +   draft: StatesWithoutEqualityTests.Draft(text: "Dear Blob"),
              format: (Function),
              recipients: []
            )

      (Expected: -, Actual: +)
      """,
      """
      State was not expected to change, but a change occurred.

            StatesWithoutEqualityTests.Letter(
              draft: StatesWithoutEqualityTests.Draft(text: "Dear Blob"),
              format: (Function),
              recipients: [
          +     [0]: (
          +       name: "Blob",
          +       isCopied: false
          +     )
              ]
            )

      (Expected: -, Actual: +)
      """,
      """
      Expected state to change, but no change occurred.

      The trailing closure made no observable modifications to state. If no change to state is expected, omit the \
      trailing closure.
      """,
    ]
    #expect(failures.map(\.message) == messages)
  }

  struct Search: Equatable {
    var results: [String] = []
    @TestIgnored var requestCount = 0
  }

  struct Found {
    var results: [String] = []
    @TestIgnored var requestCount = 0
  }

  @Test func whatIsIgnoredIsNeitherComparedNorPrinted() async {
    let failures = await reported {
      let search = TestStore(initialState: Search()) {
        Reduce<Search, Bool> { state, isFound in
          state.requestCount += 1
          if isFound { state.results = ["a"] }
          return .none
        }
      }
      await search.send(false)
      await search.send(true) { $0.results = ["b"] }
      #expect(search.state.requestCount == 2)
      let found = TestStore(initialState: Found()) {
        Reduce<Found, Bool> { state, _ in
          state.requestCount += 1
          return .none
        }
      }
      await found.send(false)
    }
    let message = """
      A state change does not match expectation.

            StatesWithoutEqualityTests.Search(
              results: [
          -     [0]: "b"
          +     [0]: "a"
              ]
            )

      (Expected: -, Actual: +)
      """
    #expect(failures.map(\.message) == [message])
  }

  struct Gate: Sendable {
    enum Door: Sendable { case open, closed }
    var door = Door.closed
    @TestIgnored var openings = 0
  }

  @Test func explorationsTellStatesApartByTheirParts() async {
    let (report, messages) = await explored {
      await exploreStates(of: Gate(), within: .patient) {
        Reduce<Gate, Bool> { state, opens in
          state.door = opens ? .open : .closed
          if opens { state.openings += 1 }
          return .none
        }
      } actions: { _ in
        true
        false
      }
    }
    #expect(messages == [])
    #expect(report.isComplete && report.points == 2)
  }
}
