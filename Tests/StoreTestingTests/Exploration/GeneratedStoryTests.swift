import Foundation
import Testing

@testable import StoreTesting

/// The tests that explorations write, pasted: that they compile, are what is written, and fail.
@Suite struct GeneratedStoryTests {
  private func pasted(_ name: String) throws -> String {
    let source = try String(contentsOfFile: "\(#filePath)", encoding: .utf8)
    let start = try #require(source.range(of: "  private enum \(name) {\n"))
    let end = try #require(source.range(of: "\n  }\n", range: start.upperBound..<source.endIndex))
    return source[start.upperBound..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.dropFirst(4) }.joined(separator: "\n")
      .replacing("static func", with: "@Test func")
  }

  private func check(_ name: String, _ report: ExplorationReport, _ test: () async throws -> Void) async throws {
    let counterexample = try #require(report.counterexample)
    #expect(try counterexample.test == pasted(name))
    #expect(counterexample.description.hasSuffix(counterexample.test.replacing("\n", with: "\n  ")))
    await withKnownIssue { try await test() }
  }

  @Test func anAnswerThatIsStale() async throws {
    nonisolated(unsafe) var report = ExplorationReport()
    _ = await reported {
      report = await exploreStates(of: WebSearch.State(), within: .patient) {
        WebSearch()
      } withDependencies: {
        $0[SearchClient.self].search = { query in
          // The comment "has (a bracket
          try await choose("search \(query + "")", .success("results for \(query)"), .failure(WebSearch.Failure()))
        }
      } actions: { _ in
        WebSearch.Action.queryChanged("a")
        WebSearch.Action.queryChanged("ab")
      } always: { state in
        #expect(["", "results for \(state.query)"].contains(state.result))
      }
    }
    try await check("StaleAnswer", report, StaleAnswer.counterexample)
  }

  private enum StaleAnswer {
    static func counterexample() async throws {
      let prepareDependencies: (inout DependencyValues) -> Void = {
        $0[SearchClient.self].search = { query in
          // The comment "has (a bracket
          try await choose("search \(query + "")", .success("results for \(query)"), .failure(WebSearch.Failure()))
        }
      }
      let store = TestStore(initialState: WebSearch.State()) {
        WebSearch()
      } withDependencies: {
        $0.continuousClock = TestClock()
        $0.suspendingClock = TestClock()
        prepareDependencies(&$0)
      }
      store.exhaustivity = .off
      await store.send(.queryChanged("a"))
      await store.send(.queryChanged("ab"))
      await store.answer("search a", with: 0)  // .success("results for a")
      await store.receive(\.response)  // WebSearch.Action.response("results for a")
      ({ state in
        #expect(["", "results for \(state.query)"].contains(state.result))
      })(store.state)
    }
  }

  @Test func aClockThatIsMoved() async throws {
    nonisolated(unsafe) var report = ExplorationReport()
    _ = await reported {
      report = await exploreStates(
        of: SlowSave.State(text: "", isSaving: false),
        within: .patient
      ) {
        SlowSave()
      } withDependencies: { values in
        values[SearchClient.self].search = { try await choose($0, .success("")) }
      } actions: { _ in
        SlowSave.Action.saveButtonTapped
      } whenSettled: {
        #expect(["", "Saved"].contains($0.text))
      }
    }
    try await check("MovedClock", report, MovedClock.counterexample)
  }

  private enum MovedClock {
    static func counterexample() async throws {
      let clock = TestClock()
      let prepareDependencies: (inout DependencyValues) -> Void = { values in
        values[SearchClient.self].search = { try await choose($0, .success("")) }
      }
      let store = TestStore(initialState: SlowSave.State(text: "", isSaving: false)) {
        SlowSave()
      } withDependencies: {
        $0.continuousClock = clock
        $0.suspendingClock = clock
        prepareDependencies(&$0)
      }
      store.exhaustivity = .off
      await store.send(.saveButtonTapped)
      await store.answer("save", with: 0)  // .success("")
      await store.receive(\.saved)  // SlowSave.Action.saved
      await clock.advance(by: .milliseconds(1500))
      await store.receive(\.isSlow)  // SlowSave.Action.isSlow
      ({
        #expect(["", "Saved"].contains($0.text))
      })(store.state)
    }
  }

  @Test func anActionThatMayNeverCome() async throws {
    nonisolated(unsafe) var report = ExplorationReport()
    _ = await reported {
      report = await exploreStates(of: WebSearch.State(), within: .patient) {
        WebSearch()
      } withDependencies: {
        GeneratedStoryTests.prepare(&$0)
      } actions: { _ in
        WebSearch.Action.queryChanged("a")
      } never: {
        $0 == WebSearch.Action.failed
      }
    }
    try await check("NeverAction", report, NeverAction.counterexample)
  }

  private static func prepare(_ values: inout DependencyValues) {
    values[SearchClient.self].search = { try await choose($0, .failure(WebSearch.Failure())) }
  }

  private enum NeverAction {
    static func counterexample() async throws {
      let prepareDependencies: (inout DependencyValues) -> Void = {
        GeneratedStoryTests.prepare(&$0)
      }
      let store = TestStore(initialState: WebSearch.State()) {
        WebSearch()
      } withDependencies: {
        $0.continuousClock = TestClock()
        $0.suspendingClock = TestClock()
        prepareDependencies(&$0)
      }
      store.exhaustivity = .off
      let never: (WebSearch.Action) -> Bool = {
        $0 == WebSearch.Action.failed
      }
      await store.send(.queryChanged("a"))
      #expect(!never(.queryChanged("a")))
      await store.answer("a", with: 0)  // .failure(WebSearch.Failure())
      await store.receive({ action in
        #expect(!never(action))
        return true
      })  // WebSearch.Action.failed
    }
  }

  @Test(arguments: [
    (##"f(a: 1, b: g(2, "), \(h(")"))"))"##, ["a": "1", "b": ##"g(2, "), \(h(")"))")"##]),
    (
      ##"f(of: [1, 2], { $0 }) { x in "}" } more: { #"\"} "# } other"##,
      ["of": "[1, 2]", "": "{ x in \"}\" }", "more": ##"{ #"\"} "# }"##]
    ),
    ("f(of: a) {\n  // }\n  /* } */\n} b: { }\nc()", ["of": "a", "": "{\n  // }\n  /* } */\n}", "b": "{ }"]),
    ("f(of: \"\"\"\n  \" ) \n  \"\"\") { }", ["of": "\"\"\"\n  \" ) \n  \"\"\"", "": "{ }"]),
  ])
  func callsAreRead(source: String, arguments: [String: String]) {
    #expect(SourceCall(of: "f", in: source)?.arguments == arguments)
  }

  @Test(arguments: ["", "f", "f(", "f(a: \"", "g()", "f(a: {"])
  func whatIsNoCallIsNone(source: String) {
    #expect(SourceCall(of: "f", in: source) == nil)
  }
}
