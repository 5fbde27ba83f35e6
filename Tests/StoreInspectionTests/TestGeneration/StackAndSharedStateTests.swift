import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

/// Elements of stacks are identified by their ids: in generated tests, in paths, and in the output of `show`.
struct StackTests {
  @Test func aGeneratedTest() async throws {
    let made = try await SessionToTest.make(
      """
      send pageAdded "one"
      send path[id: 0].page.textChanged "eins"
      send pageAdded "two"
      send lowestRemoved
      send pageAdded "three"
      send path.popFrom(id: 2)
      send pushedAndPopped "five"
      send path.push {"id": 5, "state": {"memo": {"_0": {"text": "six"}}}}
      send path[id: 5].memo.textChanged "sechs"
      send path.popFrom(id: 4)
      send cleared
      send pagesReplaced ["seven", "eight"]
      send memoAdded "a"
      send pile[id: 0].textChanged "b"
      """,
      program: Binder.program
    )
    #expect(made.errors == "")
    let lines = made.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let changes = lines.filter { $0.hasPrefix("$0.") || $0.contains("{ $0.") }.map { line in
      line.firstRange(of: "{ $0.").map { String(line[line.index($0.lowerBound, offsetBy: 2)...].dropLast(2)) } ?? line
    }
    let expected = [
      "$0.path = session[1].path", #"$0.path[id: 0, case: \.page]?.text = "eins""#, "$0.path = session[3].path",
      "$0.path[id: 0] = nil", "$0.path = session[5].path", "$0.path[id: 2] = nil", "$0.path = session[7].path",
      "$0.path = session[8].path", #"$0.path[id: 5, case: \.memo]?.text = "sechs""#, "$0.path[id: 4] = nil",
      "$0.path[id: 5] = nil", "$0.path = session[11].path", "$0.path = session[12].path",
      "$0.pile = session[13].pile", #"$0.pile[id: 0]?.text = "b""#,
    ]
    #expect(changes == expected, "\(made.output)")
    #expect(lines.contains(#"await store.send(.path(.element(id: 0, action: .page(.textChanged("eins"))))) {"#))
  }

  @Test(arguments: ["path", "memo", "pile"]) func aTestOfWhatComesAndGoes(feature: String) async throws {
    let options = ["--feature", feature]
    let made = try await SessionToTest.make(#"send memoAdded "a""#, options, program: Binder.program)
    let refusal = """
      Binder: `--feature` names a feature that a `Scope` puts into a property of Binder's state, and there is none; \
      a feature that is presented, in a list or on a stack is in the test of the feature around it
        Try `Binder generate-test FILE`.

      """
    #expect(made.errors == refusal)
  }

  private static let stacks: Binder.State = {
    var state = Binder.State()
    for title in ["one", "two", "three"] { state.path.append(.page(Memo.State(text: title))) }
    state.path[id: 1] = nil
    state.pile.append(Memo.State(text: "a"))
    state.pages["b c"] = state.pile
    return state
  }()

  private static func path(_ text: String) throws -> ValuePath {
    var scanner = SourceScanner(SourceText(name: "", text: text))
    return try scanner.path(.state)
  }

  @Test(arguments: [
    ("path[id: 2].page.text", #""three""#), ("path[1].page.text", #""three""#), ("path[id: 0].page.text", #""one""#),
    (#"pages["b c"][id: 0].text"#, #""a""#), ("pile[id: 0].text.count", "1"),
  ])
  func paths(path: String, value: String) throws {
    #expect(try StateReader(Self.stacks).value(at: Self.path(path)).description == value)
  }

  @Test func anElementThatWasPopped() throws {
    let reader = try StateReader(Self.stacks)
    let error = #expect(throws: Diagnostic.self) { try reader.value(at: Self.path("path[id: 1]")) }
    #expect(error?.message == "no element of `path` has the id 1")
    #expect(error?.notes == ["the ids are `0` and `2`"])
  }

  @Test(arguments: [
    ("", ["path has the ids 0, 2", "pile has the id 0", #"pages["b c"] has the id 0"#]),
    ("path", ["path has the ids 0, 2"]), ("path[0]", []),
  ])
  func shownIDs(path: String, lines: [String]) throws {
    let reader = try StateReader(Self.stacks)
    let components = try path.isEmpty ? [] : Self.path(path).components
    let ids = try path.isEmpty ? reader.stackIDs : reader.read(Self.path(path)).stackIDs
    #expect(ids?.descriptions(at: components) ?? [] == lines)
  }

  @Test(arguments: [
    ("show path[id: ", "show path[id: "), ("show path[id: 2", "show path[id: 2]"),
    ("show pile[i", "show pile[id: 0]"),
  ])
  func completions(text: String, completed: String) throws {
    let reader = try StateReader(Self.stacks)
    let completer = Completer(
      keywords: ["send", "show"],
      shape: { TypeProbe.shape(of: Binder.Action.self, at: $0) },
      state: reader.state,
      stackIDs: reader.stackIDs
    )
    let completion = completer.complete(text)
    #expect(text.dropLast(completion.deletionCount) + completion.insertion == completed)
  }
}

/// Savings that two features share, and names of savers in a file.
@Reducer
struct Savings {
  struct State: Equatable, Encodable {
    @Shared(.inMemory("coins")) var coins = 0
    @Shared(.fileStorage(URL(filePath: "savers.json"))) var savers: [String] = []
    var purse: Purse.State?
    var label: SaverLabel.State?
  }

  enum Action: Equatable, Codable {
    case saverAdded(String), purseOpened, labelOpened, countedAtHome, purse(Purse.Action), label(SaverLabel.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .saverAdded(let name): state.$savers.withLock { $0.append(name) }
      case .purseOpened: state.purse = Purse.State()
      case .labelOpened: state.label = SaverLabel.State(name: state.$savers[0])
      case .countedAtHome:
        let coins = state.$coins
        return .run { _ in coins.withLock { $0 += 10 } }
      case .purse, .label: break
      }
      return .none
    }
    .ifLet(\.purse, action: \.purse) { Purse() }
    .ifLet(\.label, action: \.label) { SaverLabel() }
  }
}

@Reducer
struct Purse {
  struct State: Equatable, Encodable {
    @Shared(.inMemory("coins")) var coins = 0
    var isOpen = true
  }

  enum Action: Equatable, Codable { case coinSaved }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.$coins.withLock { $0 += 1 }
    return .none
  }
}

@Reducer
struct SaverLabel {
  struct State: Equatable, Encodable { @Shared var name: String }
  enum Action: Equatable, Codable { case renamed(String) }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .renamed(let name) = action { state.$name.withLock { $0 = name } }
    return .none
  }
}

struct SharedStateTests {
  @Test func changesOfSharedState() async throws {
    let program = StoreCommandLine(of: Savings(), Savings.State())
    let made = try await SessionToTest.make(
      """
      send saverAdded "Ada"
      send purseOpened
      send purse.coinSaved
      send labelOpened
      send label.renamed "Bea"
      send countedAtHome
      send purse.coinSaved
      send countedAtHome
      """,
      program: program
    )
    #expect(made.errors == "")
    let lines = made.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let expected = [
      #"await store.send(.saverAdded("Ada")) { $0.$savers.withLock { $0 = ["Ada"] } }"#,
      "await store.send(.purseOpened) { $0.purse = session[2].purse }",
      "await store.send(.purse(.coinSaved)) { $0.$coins.withLock { $0 = 1 } }",
      "await store.send(.labelOpened) { $0.label = session[4].label }",
      #"await store.send(.label(.renamed("Bea"))) {"#, #"$0.$savers.withLock { $0 = ["Bea"] }"#,
      #"$0.label?.$name.withLock { $0 = "Bea" }"#, "}", "await store.send(.countedAtHome)",
      "await store.send(.purse(.coinSaved)) { $0.$coins.withLock { $0 = 12 } }", "await store.send(.countedAtHome)",
      "store.assert { $0.$coins.withLock { $0 = 22 } }", "session.finish()", "}", "}",
    ]
    #expect(Array(lines.drop { !$0.hasPrefix("await") }) == expected, "\(made.output)")
  }
}
