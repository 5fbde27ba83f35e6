import Store
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

func actionPath(_ text: String) throws -> ValuePath {
  var scanner = SourceScanner(SourceText(name: "", text: text))
  return try scanner.path(.action)
}

/// That actions read like their sends is in `ActionDecoderTests`.
struct ActionTextTests {
  @Test func otherTypesAreTheirJSON() {
    enum Raw: String, Encodable { case on }
    #expect(ActionText(Raw.on).description == #""on""#)
    #expect(ActionText([1, 2]).description == "[1, 2]")
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    #expect(ActionText(Failing()).description == "Failing()")
    // Key paths of computed properties are described by addresses, which differ in each run.
    struct Writing: Encodable {
      let keyPath: KeyPath<String, Int> = \.count

      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    #expect(!ActionText(Writing()).description.contains("0x"), "\(ActionText(Writing()))")
  }

  @Test(arguments: [
    ("submit", ["submit"], ["sub", "submit.now", "search"]),
    (
      #"search.response.success ["a"]"#, ["search", "search.response"],
      ["search.cleared", "response", "search.response.success.more"]
    ),
    (
      "rows[id: 3].tapped", ["rows", "rows[id: 3]", "rows[id: 3].tapped", "rows.element"],
      ["rows[id: 4]", "rows[id: 3].renamed", "rows[id: \"3\"].tapped"]
    ),
    (
      "detail.presented.starTapped", ["detail", "detail.presented", "detail.presented.starTapped"],
      ["detail.dismiss", "detail.presented.renamed", "detail.starTapped"]
    ),
    ("path[id: 2].cleared", ["path", "path[id: 2]", "path[id: 2].cleared"], ["path[id: 1].cleared"]),
    (#"card[id: "c"].tapped"#, ["card", "card[id: \"c\"].tapped"], ["card[id: \"d\"]", "card.tapped"]),
  ])
  func matches(description: String, matching: [String], others: [String]) throws {
    let action = try #require(SampleAction.samples.first { $0.1 == description }?.0)
    for path in matching { #expect(try ActionText(action).matches(actionPath(path)), "\(path)") }
    for path in others { #expect(try !ActionText(action).matches(actionPath(path)), "\(path)") }
  }
}

/// What is kept of received actions that no statement has awaited.
struct CondensedActionTests {
  private static let names = (0..<200).map { "row \($0)" }
  private static let actions =
    SampleAction.samples.map(\.0) + [
      .search(.response(.success(names))), .links(names.map { .search($0, page: 3) }),
      .profileChanged(SampleAction.Profile(name: names.joined(), nickname: "b")),
      .boxChanged(SampleAction.Box(content: SampleAction.Content(text: names.joined()))),
      .linkSet(link: .search(names.joined(), page: nil)), .child(action: .renamed(names.joined())),
    ]

  private static let paths = [
    "submit", "search", "search.response", "search.response.success", "search.cleared", "links", "profileChanged",
    "profileChanged.name", "boxChanged", "boxChanged.content", "boxChanged.content.text", "linkSet", "linkSet.link",
    "linkSet.search", "child", "child.renamed", "card", "card[id: \"c\"]", "card[id: \"d\"]", "card[id: \"c\"].tapped",
    "card[id: \"c\"].renamed", "rows[id: 3].rows[id: \"x\"]", "other",
  ]

  @Test func theSamePathsMatch() throws {
    let paths = try Self.paths.map(actionPath)
    for whole in Self.actions.map({ ActionText($0) }) {
      let condensed = whole.condensed()
      for path in paths { #expect(condensed.matches(path) == whole.matches(path), "\(path) of \(whole)") }
    }
  }

  @Test func thePathAndTheBeginningOfTheDescriptionStay() {
    for action in Self.actions {
      let whole = ActionText(action)
      let condensed = whole.condensed()
      #expect(condensed.path == whole.path)
      #expect(condensed.description == whole.description.truncated(to: ActionText.summaryLength))
      #expect(condensed == condensed.condensed())
      #expect(condensed.isSame(as: whole) && whole.isSame(as: condensed))
      #expect(condensed.payload == nil)
      #expect(condensed.json.description.count < 150, "The values are gone: \(condensed.json)")
    }
    let (one, other) = (ActionText(SampleAction.queryChanged("a")), ActionText(SampleAction.queryChanged("b")))
    #expect(!one.isSame(as: other.condensed()))
  }

  /// A character can have any number of bytes, and a name or a text can begin with what belongs to the one before it.
  @Test(arguments: ["漢", "👨‍👩‍👧‍👦", "\u{301}", "e\u{301}", "\r\n", "\"", "\u{1}", "🇯🇵"], [0, 1, 40, 149, 150, 299, 300, 301])
  func theDescriptionHasAsManyCharacters(character: String, count: Int) {
    let long = String(repeating: character, count: count)
    let actions: [SampleAction] = [
      .links(Array(repeating: .search(long, page: 1), count: 40)), .rows(.element(id: 3, action: .renamed(long))),
    ]
    for whole in actions.map({ ActionText($0) }) + [ActionText([long: [long, ""], "z": [long, "z"]])] {
      #expect(whole.condensed().description == whole.description.truncated(to: ActionText.summaryLength))
    }
  }
}
