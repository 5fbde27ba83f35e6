import Foundation
import Testing

@testable import StoreTesting

/// The actions of a private feature, with payloads of many types.
private enum Note: Equatable {
  enum Color: CustomStringConvertible {
    case red, `default`

    var description: String { "a color" }
  }
  struct Row: Equatable { let id: Int }

  case opened(UUID)
  case closed(at: Date)
  case linked(URL?, Data)
  case colored(StackElementID, Color?)
  case sized([String: [Double]], within: Duration)
  case picked(Row)

  static func counting() -> Reduce<Int, Note> {
    Reduce { count, _ in
      count += 1
      return .none
    }
  }

  static func check(_ count: Int) throws {
    if count > 0 { throw WebSearch.Failure() }
  }
}

/// Tests that explorations write, pasted here to check that they compile, are up to date, and fail.
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
    let report = await explored {
      await exploreStates(of: WebSearch.State(), within: .patient) {
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
    }.report
    try await check("StaleAnswer", report, StaleAnswer.counterexample)
  }

  private enum StaleAnswer {
    static func counterexample() async throws {
      // Paste this into GeneratedStoryTests.swift: what it names is in scope where the exploration is.
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
      let always: (WebSearch.State) throws -> Void = { state in
        #expect(["", "results for \(state.query)"].contains(state.result))
      }
      await store.send(.queryChanged("a"))
      await store.send(.queryChanged("ab"))
      await store.answer("search a", with: 0)  // .success("results for a")
      await store.receive(\.response)  // WebSearch.Action.response("results for a")
      try always(store.state)
    }
  }

  @Test func aClockThatIsMoved() async throws {
    let report = await explored {
      await exploreStates(
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
    }.report
    try await check("MovedClock", report, MovedClock.counterexample)
  }

  private enum MovedClock {
    static func counterexample() async throws {
      // Paste this into GeneratedStoryTests.swift: what it names is in scope where the exploration is.
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
      let whenSettled: (SlowSave.State) throws -> Void = {
        #expect(["", "Saved"].contains($0.text))
      }
      await store.send(.saveButtonTapped)
      await store.answer("save", with: 0)  // .success("")
      await store.receive(\.saved)  // SlowSave.Action.saved
      await clock.advance(by: .milliseconds(1500))
      await store.receive(\.isSlow)  // SlowSave.Action.isSlow
      try whenSettled(store.state)
    }
  }

  @Test func anActionThatMayNeverCome() async throws {
    let report = await explored {
      await exploreStates(of: WebSearch.State(), within: .patient) {
        WebSearch()
      } withDependencies: {
        GeneratedStoryTests.prepare(&$0)
      } actions: { _ in
        WebSearch.Action.queryChanged("a")
      } never: {
        $0 == WebSearch.Action.failed
      }
    }.report
    try await check("NeverAction", report, NeverAction.counterexample)
  }

  private static func prepare(_ values: inout DependencyValues) {
    values[SearchClient.self].search = { try await choose($0, .failure(WebSearch.Failure())) }
  }

  private enum NeverAction {
    static func counterexample() async throws {
      // Paste this into GeneratedStoryTests.swift: what it names is in scope where the exploration is.
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
      #expect(!never(.queryChanged("a")))
      await store.send(.queryChanged("a"))
      await store.answer("a", with: 0)  // .failure(WebSearch.Failure())
      await store.receive({ action in
        #expect(!never(action))
        return true
      })  // WebSearch.Action.failed
    }
  }

  @Test func valuesOfManyTypes() async throws {
    let report = await explored {
      await exploreStates(of: 0, within: .patient) {
        Reduce<Int, Note> { count, _ in
          count += 1
          return .none
        }
      } actions: { count in
        if count == 0 {
          Note.opened(UUID(1))
        } else if count == 1 {
          Note.closed(at: Date(timeIntervalSinceReferenceDate: 0.25))
        } else if count == 2 {
          Note.linked(URL(string: "https://a.b/c?d=%22"), Data([1, 2, 3]))
        } else if count == 3 {
          Note.colored(2, .default)
          Note.colored(3, nil)
        } else if count == 4 {
          Note.sized(["a\n\u{202e}": [0.5, .infinity]], within: .milliseconds(1_500))
        } else {
          Note.picked(Note.Row(id: count))
        }
      } whenSettled: { count in
        #expect(count < 6)
      }
    }.report
    try await check("ManyTypes", report, ManyTypes.counterexample)
  }

  @Test func namesOfCasesHaveBackticksWhereTheyNeedThem() {
    enum Word {
      case `default`, `init`, `self`, `two words`, `a number`(Int)
    }
    #expect(
      [Word.default, .`init`, .`self`, .`two words`, .`a number`(1)].map { spelling(of: $0) }
        == [".default", ".`init`", ".`self`", ".`two words`", ".`a number`(1)"]
    )
  }

  @Test func collectionsAreWrittenIfAllOfTheirElementsAre() {
    enum Color { case red, blue }
    struct Row: Hashable {}
    let spelled: [Any] = [
      [Color.red, .blue], Set([Color.red, .blue]), [Color.red: 1, .blue: 2], [Color](), Set<Color>(), [Color: Int](),
    ]
    #expect(
      spelled.map { spelling(of: $0) } == ["[.red, .blue]", "[.blue, .red]", "[.blue: 2, .red: 1]", "[]", "[]", "[:]"]
    )
    let unspelled: [Any] = [[Row()], Set([Row()]), [Row(): 1], [1: Row()]]
    #expect(unspelled.map { spelling(of: $0) } == [nil, nil, nil, nil])
  }

  // swift-format-ignore: NeverForceUnwrap
  private enum ManyTypes {
    static func counterexample() async throws {
      // Paste this into GeneratedStoryTests.swift: what it names is in scope where the exploration is.
      let store = TestStore(initialState: 0) {
        Reduce<Int, Note> { count, _ in
          count += 1
          return .none
        }
      } withDependencies: {
        $0.continuousClock = TestClock()
        $0.suspendingClock = TestClock()
      }
      store.exhaustivity = .off
      func list(@ExploredActionsBuilder<Note> _ actions: @escaping (Int) -> [Note]) -> (Int) -> [Note] { actions }
      let actions = list { count in
        if count == 0 {
          Note.opened(UUID(1))
        } else if count == 1 {
          Note.closed(at: Date(timeIntervalSinceReferenceDate: 0.25))
        } else if count == 2 {
          Note.linked(URL(string: "https://a.b/c?d=%22"), Data([1, 2, 3]))
        } else if count == 3 {
          Note.colored(2, .default)
          Note.colored(3, nil)
        } else if count == 4 {
          Note.sized(["a\n\u{202e}": [0.5, .infinity]], within: .milliseconds(1_500))
        } else {
          Note.picked(Note.Row(id: count))
        }
      }
      let whenSettled: (Int) throws -> Void = { count in
        #expect(count < 6)
      }
      await store.send(.opened(UUID(1)))
      await store.send(.closed(at: Date(timeIntervalSince1970: 978307200.25)))
      await store.send(.linked(URL(string: "https://a.b/c?d=%22")!, Data([1, 2, 3])))
      await store.send(.colored(2, .some(.default)))
      await store.send(.sized(["a\n\u{202e}": [0.5, .infinity]], within: .milliseconds(1500)))
      await store.send(actions(store.state)[0])  // Note.picked(Note.Row(id: 5))
      try whenSettled(store.state)
    }
  }

  @Test func functionsInsteadOfClosures() async throws {
    let report = await explored {
      await exploreStates(
        of: 0,
        within: .patient,
        Note.counting,
        withDependencies: GeneratedStoryTests.prepare,
        actions: { _ in Note.colored(1, nil) },
        always: Note.check
      )
    }.report
    try await check("Functions", report, Functions.counterexample)
  }

  private enum Functions {
    static func counterexample() async throws {
      // Paste this into GeneratedStoryTests.swift: what it names is in scope where the exploration is.
      let prepareDependencies: (inout DependencyValues) -> Void = GeneratedStoryTests.prepare
      let store = TestStore(initialState: 0, reducer: Note.counting) {
        $0.continuousClock = TestClock()
        $0.suspendingClock = TestClock()
        prepareDependencies(&$0)
      }
      store.exhaustivity = .off
      let always: (Int) throws -> Void = Note.check
      await store.send(.colored(1, nil))
      try always(store.state)
    }
  }

  @Test func aClockOfTheFeature() async throws {
    let report = await explored {
      await exploreStates(of: SlowSave.State(), within: .patient) {
        SlowSave()
      } withDependencies: {
        $0.continuousClock = TestClock()
        $0[SearchClient.self].search = { try await choose($0, .success("")) }
      } actions: { _ in
        SlowSave.Action.saveButtonTapped
      } never: {
        $0 == SlowSave.Action.isSlow
      }
    }.report
    try await check("OwnClock", report, OwnClock.counterexample)
  }

  private enum OwnClock {
    static func counterexample() async throws {
      // Paste this into GeneratedStoryTests.swift: what it names is in scope where the exploration is.
      let prepareDependencies: (inout DependencyValues) -> Void = {
        $0.continuousClock = TestClock()
        $0[SearchClient.self].search = { try await choose($0, .success("")) }
      }
      let store = TestStore(initialState: SlowSave.State()) {
        SlowSave()
      } withDependencies: {
        $0.continuousClock = TestClock()
        $0.suspendingClock = TestClock()
        prepareDependencies(&$0)
      }
      let clock = try #require(store.dependencies.continuousClock as? TestClock<Duration>)
      store.exhaustivity = .off
      let never: (SlowSave.Action) -> Bool = {
        $0 == SlowSave.Action.isSlow
      }
      #expect(!never(.saveButtonTapped))
      await store.send(.saveButtonTapped)
      await clock.advance(by: .milliseconds(1500))
      await store.receive({ action in
        #expect(!never(action))
        return true
      })  // SlowSave.Action.isSlow
    }
  }

  @Test func whatIsNotKnownIsLeftToBeWritten() async throws {
    let report = await explored {
      await exploreStates(
        of: 0,
        within: .patient,
        Note.counting,
        actions: { Note.picked(Note.Row(id: $0)) },
        whenSettled: { #expect($0 == 0) },
        file: "Nowhere.swift"
      )
    }.report
    let counterexample = try #require(report.counterexample)
    #expect(try counterexample.test == pasted("Unknown"))
  }

  private enum Unknown {
    static func counterexample() async throws {
      // Paste this into GeneratedStoryTests.swift: what it names is in scope where the exploration is.
      let initialState: Int = { fatalError("Write the initial state of the exploration here.") }()
      let store = TestStore(initialState: initialState) {
        Reduce<Int, Note> { _, _ in fatalError("Write the reducer of the exploration here.") }
      } withDependencies: {
        $0.continuousClock = TestClock()
        $0.suspendingClock = TestClock()
        // Write the overrides of the exploration here.
      }
      store.exhaustivity = .off
      let whenSettled: (Int) throws -> Void = { _ in fatalError("Write \"whenSettled\" of the exploration here.") }
      await store.send({ fatalError("Write this action here.") }())  // Note.picked(Note.Row(id: 0))
      try whenSettled(store.state)
    }
  }

  @Test func emptyLinesDoNotKeepAClosureIndented() {
    let closure = ["{", "      first()", "", "  ", "        second()", "    }"].joined(separator: "\n")
    let unindented = ["{", "  first()", "", "", "    second()", "}"].joined(separator: "\n")
    #expect(StoryTest.unindented(closure) == unindented)
  }

  @Test func aCallIsReadInItsLineOnly() throws {
    let source = try String(contentsOfFile: "\(#filePath)", encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("await exploreStates(") }) + 1
    #expect(SourceCall(of: "exploreStates", filePath: "\(#filePath)", line: line) != nil)
    #expect(SourceCall(of: "exploreStates", filePath: "\(#filePath)", line: line - 1) == nil)
  }

  @Test(arguments: [
    (##"f(a: 1, b: g(2, "), \(h(")"))"))"##, ["a": "1", "b": ##"g(2, "), \(h(")"))")"##]),
    (
      ##"f(of: [1, 2], { $0 }) { x in "}" } more: { #"\"} "# } other"##,
      ["of": "[1, 2]", "": "{ x in \"}\" }", "more": ##"{ #"\"} "# }"##]
    ),
    (##"f(a: #"b " ) c"#, d: 1)"##, ["a": ##"#"b " ) c"#"##, "d": "1"]),
    ("f(of: a) {\n  // }\n  /* } */\n} b: { }\nc()", ["of": "a", "": "{\n  // }\n  /* } */\n}", "b": "{ }"]),
    (
      "f(of: Pair<Int, String>.State(a: 1), b: x < y, c: 2) { }",
      ["of": "Pair<Int, String>.State(a: 1)", "b": "x < y", "c": "2", "": "{ }"]
    ),
    ("f(of:Pair<Int,(A,B)>.State(),b:c,d){}e:{}", ["of": "Pair<Int,(A,B)>.State()", "b": "c", "": "{}", "e": "{}"]),
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
