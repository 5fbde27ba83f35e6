import Testing

@testable import StoreInspection

private enum Action: Codable {
  case tapped, stepChanged(Int), stepReset, tabSelected(Tab), moved(x: Int, y: Int), search(SearchAction), rows(Rows)
}
private enum Tab: String, Codable, CaseIterable { case home, search }
private enum SearchAction: Codable { case queryChanged(String), cleared }
private enum Rows: Codable { case element(id: Int, action: RowAction) }
private enum RowAction: Codable { case toggled, renamed(String) }

@Suite struct CompleterTests {
  private func completer() throws -> Completer {
    let state = """
      {"count": 3, "query": "日本", "rows": [{"id": 7, "title": "a"}, {"id": 8, "title": "b"}],
      "headers": {"a b": null, "link": null}, "detail": {"_0": {"x": null}}}
      """
    return Completer(
      keywords: ["send", "show", "section", "undo", "expect", "let", "repeat"],
      shape: { TypeProbe.shape(of: Action.self, at: $0) },
      state: try JSONValue.parsed(state),
      variables: ["first": .integer(1), "name": .null],
      steps: 0..<13,
      files: { prefix in ["Examples/", "a.script"].filter { $0.hasPrefix(prefix) } }
    )
  }

  @Test(arguments: [
    "un|do ", "s|", "se|", "sen|d ", "x|", "  und|o ", #"show "a \(fi|rst)"#, "send ta|", "send tap|ped", "send st|ep",
    "send stepC|hanged ", "send sea|rch.", "send search.q|ueryChanged ", "send search.cl|eared", "send ro|ws[id: ",
    "send rows[|id: ", "send rows[id: 7|]", "send rows[id: 7].t|oggled", "send rows[id: 7].r|enamed ", "send bogus.|",
    "send .stepR|eset", "send stepChanged |0", #"send moved |{"x": 0, "y": 0}"#, #"send tabSelected |""#,
    #"send tabSelected "h|ome""#, #"send search.queryChanged |"""#, "send tapped |", "send stepChanged 4|",
    "send moved {\n\"x\": $fi|rst", "await tap|ped", "await tapped |within ", "await tapped wi|thin ", "show co|unt",
    "show q|uery", "show rows|", "show rows[0|]", "show rows[id: 8|]", "show rows[0].t|itle", "show rows.c|ount",
    "show query.|count", #"show headers["a| b"]"#, "show headers.li|nk", "show detail.x| ", "show rows[9].|",
    "show nothing.|", "expect count |", "expect count =|= ", "expect count == |3", #"expect query == |"日本""#,
    #"expect rows[0].title == |"a""#, "let x |= ", "let x = cou|nt", "let x = rows[id: $f|irst", "jump 1|", "jump 12|",
    "save a|.script", "save --f|orce ", "save --force E|xamples/", #"include "a|.script""#, "help un|do",
    "override d|ate ", "context l|ive", "advance |", "repeat 2 {\n  send tap|ped", "repeat 2 {\nshow co|unt",
  ])
  func theTextBeforeTheBarIsCompleted(_ marked: String) throws {
    let text = marked.prefix { $0 != "|" }
    let completion = try completer().complete(String(text))
    #expect(text.dropLast(completion.deletionCount) + completion.insertion == marked.replacing("|", with: ""))
  }

  @Test(arguments: [
    ("s", ["section", "send", "show"]),
    ("send ", ["tapped", "stepChanged", "stepReset", "tabSelected", "moved", "search", "rows"]),
    ("send rows[", ["id: 7]", "id: 8]"]), ("show rows", ["[", ".count"]),
    ("show rows[", ["0]", "1]", "id: 7]", "id: 8]"]),
    ("show headers.", ["link", "count"]), ("send stepChanged $", ["$first", "$name"]),
    ("send tabSelected ", [#""home""#, #""search""#]),
    ("expect count ", ["==", "!=", "<=", "<", ">=", ">", "contains", "matches"]),
  ])
  func choicesAreListed(text: String, candidates: [String]) throws {
    #expect(try completer().complete(text).candidates == candidates)
  }

  @Test(arguments: [
    "send ]]].", "show [[[", "show \"", "expect $", "send rows[id: {\"a\": \"]\"", "let = ", "show 日本.", "save ",
    "show a]b",
  ])
  func nothingThatIsTypedIsTooMuch(text: String) throws { _ = try completer().complete(text) }

  @Test func aListIsInColumns() {
    let completion = Completion(among: ["one", "two", "three", "四"])
    #expect(completion.list(columns: 20) == "one    three\ntwo    四\n")
    #expect(completion.list(columns: 4) == "on…\ntw…\nth…\n四\n")
    let many = Completion(among: (0..<300).map { "\($0)" })
    #expect(many.list(columns: 80).hasSuffix("\n… 100 more\n"))
  }
}
