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
    let failures = await reported {
      await store.send(.typed("Dear Rob")) { $0.draft = Draft("Dear Bob") }
      await store.send(.added("Rob"))
      await store.send(.nothing) { $0.recipients[0].isCopied = false }
    }
    let headlines = [
      "A state change does not match expectation.", "State was not expected to change, but a change occurred.",
      "Expected state to change, but no change occurred.",
    ]
    #expect(failures.map(\.headline) == headlines)
    let draft = "  draft: StatesWithoutEqualityTests.Draft(text: \"Dear"
    let difference = "    - \(draft) Bob\"),\n    + \(draft) Rob\"),\n        format: (Function),\n"
    #expect(failures.first?.message.contains(difference) == true)
  }

  struct Gate: Sendable {
    enum Door: Sendable { case open, closed }
    var door = Door.closed
    @TestIgnored var openings = 0
  }

  @Test func explorationsTellStatesApartByTheirParts() async {
    let (report, messages) = await explore(from: Gate(), actions: { _ in [true, false] }) { gate, opens in
      gate.door = opens ? .open : .closed
      if opens { gate.openings += 1 }
      return .none
    }
    #expect(messages == [])
    #expect(report.isComplete && report.points == 2, "\(report)")
  }

  struct Search {
    struct Page: Equatable { @TestIgnored var views = 0 }
    var results: [String] = []
    var page = Page()
    @TestIgnored var requestCount = 0
  }

  @Test func whatIsIgnoredIsNeitherComparedNorPrinted() async {
    let failures = await reported {
      let search = TestStore(initialState: Search()) {
        Reduce<Search, Bool> { state, isFound in
          state.requestCount += 1
          state.page.views += 1
          if isFound { state.results = ["a"] }
          return .none
        }
      }
      await search.send(false)
      await search.send(true) { $0.results = ["b"] }
      #expect(search.state.requestCount == 2)
    }
    #expect(failures.map(\.headline) == ["A state change does not match expectation."])
    let message = failures.first?.message ?? ""
    #expect(message.contains("-     [0]: \"b\"\n    +     [0]: \"a\"\n"), "\(message)")
    #expect(!message.contains("requestCount") && !message.contains("views"), "\(message)")
  }
}
