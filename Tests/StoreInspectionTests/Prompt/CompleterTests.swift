import Testing

@testable import StoreInspection

private enum Action: Codable {
  case tapped
  case stepChanged(Int)
  case stepReset
  case tabSelected(Tab)
  case moved(x: Int, y: Int)
  case search(SearchAction)
  case rows(Rows)
}

private enum Tab: String, Codable, CaseIterable { case home, search }
private enum SearchAction: Codable { case queryChanged(String), cleared }
private enum Rows: Codable { case element(id: Int, action: RowAction) }
private enum RowAction: Codable { case toggled, renamed(String) }

@Suite struct CompleterTests {
  private var completer: Completer {
    Completer(
      keywords: ["send", "show", "section", "undo", "expect", "let", "repeat"],
      shape: { TypeProbe.shape(of: Action.self, at: $0) },
      state: .object([
        .init(name: "count", value: .integer(3)),
        .init(name: "query", value: .string("日本")),
        .init(
          name: "rows",
          value: .array([
            .object([.init(name: "id", value: .integer(7)), .init(name: "title", value: .string("a"))]),
            .object([.init(name: "id", value: .integer(8)), .init(name: "title", value: .string("b"))]),
          ])
        ),
        .init(name: "headers", value: .object([.init(name: "a b", value: .null), .init(name: "link", value: .null)])),
        .init(name: "detail", value: .object([.init(name: "_0", value: .object([.init(name: "x", value: .null)]))])),
      ]),
      variables: ["first": .integer(1), "name": .null],
      steps: 0..<13,
      files: { prefix in ["Examples/", "a.script"].filter { $0.hasPrefix(prefix) } }
    )
  }

  /// The text after the completion key was pressed.
  private func completed(_ text: String) -> String {
    let completion = completer.complete(text)
    return text.dropLast(completion.deletionCount) + completion.insertion
  }

  @Test(
    arguments: [
      // Statements and commands.
      ("un", "undo "), ("s", "s"), ("se", "se"), ("sen", "send "), ("x", "x"), ("  und", "  undo "),
      // Variables in texts.
      ("show \"a \\(fi", "show \"a \\(first)"),
      // Actions.
      ("send ta", "send ta"), ("send tap", "send tapped"), ("send st", "send step"),
      ("send stepC", "send stepChanged "),
      ("send sea", "send search."), ("send search.q", "send search.queryChanged "),
      ("send search.cl", "send search.cleared"),
      ("send ro", "send rows[id: "), ("send rows[", "send rows[id: "), ("send rows[id: 7", "send rows[id: 7]"),
      ("send rows[id: 7].t", "send rows[id: 7].toggled"), ("send rows[id: 7].r", "send rows[id: 7].renamed "),
      ("send bogus.", "send bogus."), ("send .stepR", "send .stepReset"),
      // Payloads.
      ("send stepChanged ", "send stepChanged 0"), ("send moved ", #"send moved {"x": 0, "y": 0}"#),
      ("send tabSelected ", #"send tabSelected ""#), (#"send tabSelected "h"#, #"send tabSelected "home""#),
      ("send search.queryChanged ", #"send search.queryChanged """#), ("send tapped ", "send tapped "),
      ("send stepChanged 4", "send stepChanged 4"), ("send moved {\n\"x\": $fi", "send moved {\n\"x\": $first"),
      // Waiting.
      ("await tap", "await tapped"), ("await tapped ", "await tapped within "),
      ("await tapped wi", "await tapped within "),
      // State.
      ("show co", "show count"), ("show q", "show query"), ("show rows", "show rows"), ("show rows[0", "show rows[0]"),
      ("show rows[id: 8", "show rows[id: 8]"), ("show rows[0].t", "show rows[0].title"),
      ("show rows.c", "show rows.count"),
      ("show query.", "show query.count"), ("show headers[\"a", "show headers[\"a b\"]"),
      ("show headers.li", "show headers.link"),
      ("show detail.x", "show detail.x "), ("show rows[9].", "show rows[9]."), ("show nothing.", "show nothing."),
      ("expect count ", "expect count "), ("expect count =", "expect count == "),
      ("expect count == ", "expect count == 3"),
      ("expect query == ", #"expect query == "日本""#), ("expect rows[0].title == ", #"expect rows[0].title == "a""#),
      ("let x ", "let x = "), ("let x = cou", "let x = count"), ("let x = rows[id: $f", "let x = rows[id: $first"),
      // The rest.
      ("jump 1", "jump 1"), ("jump 12", "jump 12"), ("save a", "save a.script"), ("save --f", "save --force "),
      ("save --force E", "save --force Examples/"), ("include \"a", "include \"a.script\""), ("help un", "help undo"),
      ("override d", "override date "), ("context l", "context live"), ("advance ", "advance "),
      ("repeat 2 {\n  send tap", "repeat 2 {\n  send tapped"), ("repeat 2 {\nshow co", "repeat 2 {\nshow count"),
    ]
  )
  func textIsCompleted(text: String, expected: String) {
    #expect(completed(text) == expected)
  }

  @Test(
    arguments: [
      ("s", ["section", "send", "show"]),
      ("send ", ["tapped", "stepChanged", "stepReset", "tabSelected", "moved", "search", "rows"]),
      ("send rows[", ["id: 7]", "id: 8]"]), ("show rows", ["[", ".count"]),
      ("show rows[", ["0]", "1]", "id: 7]", "id: 8]"]),
      ("show headers.", ["link", "count"]), ("send stepChanged $", ["$first", "$name"]),
      ("send tabSelected ", [#""home""#, #""search""#]),
      ("expect count ", ["==", "!=", "<=", "<", ">=", ">", "contains", "matches"]),
    ]
  )
  func choicesAreListed(text: String, candidates: [String]) {
    #expect(completer.complete(text).candidates == candidates)
  }

  @Test(arguments: [
    "send ]]].", "show [[[", "show \"", "expect $", "send rows[id: {\"a\": \"]\"", "let = ", "show 日本.", "save ",
    "show a]b",
  ])
  func nothingThatIsTypedIsTooMuch(text: String) {
    _ = completer.complete(text)
  }

  @Test func aListIsInColumns() {
    let completion = Completion(among: ["one", "two", "three", "四"])
    #expect(completion.list(columns: 20) == "one    three\ntwo    四\n")
    #expect(completion.list(columns: 4) == "on…\ntw…\nth…\n四\n")
    let many = Completion(among: (0..<300).map { "\($0)" })
    #expect(many.list(columns: 80).hasSuffix("\n… 100 more\n"))
  }
}
