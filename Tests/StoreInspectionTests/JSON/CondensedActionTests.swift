import Foundation
import Testing

@testable import StoreScript
@testable import StoreTrace

/// What is kept of received actions that no statement has awaited.
struct CondensedActionTests {
  private struct Row: Codable, Equatable {
    var id: Int
    var name: String
  }

  private struct Page: Codable, Equatable {
    var rows: [Row]
    var total: Int
  }

  private struct Only: Codable, Equatable { var rows: [Row] }

  private enum Inner: Codable, Equatable {
    case opened
    case loaded(Page)
    case renamed(id: Int, name: String)
  }

  private enum Action: Codable, Equatable {
    case reset
    case loaded(Page)
    case found(Only)
    case named(title: String)
    case inner(Inner)
    case nested(action: Inner)
    case row(id: Int, action: Inner)
  }

  private static let page = Page(rows: (0..<200).map { Row(id: $0, name: "row \($0)") }, total: 200)

  private static let actions: [Action] = [
    .reset, .loaded(page), .found(Only(rows: page.rows)), .named(title: "a"), .inner(.opened), .inner(.loaded(page)),
    .inner(.renamed(id: 3, name: "b")), .nested(action: .loaded(page)), .row(id: 7, action: .renamed(id: 3, name: "c")),
  ]

  private func path(_ text: String) throws -> ValuePath {
    var scanner = SourceScanner(SourceText(name: "", text: text))
    return try scanner.path(.action)
  }

  @Test(arguments: [
    "reset", "loaded", "loaded.rows", "loaded.total", "found", "found.rows", "named", "named.title", "inner",
    "inner.opened", "inner.loaded", "inner.renamed", "nested.loaded", "nested", "row", "row[id: 7]", "row[id: 8]",
    "row[id: 7].renamed", "row[id: 7].opened", "other",
  ])
  func theSamePathsMatch(text: String) throws {
    let path = try path(text)
    for action in Self.actions {
      let whole = ActionText(action)
      #expect(whole.condensed().matches(path) == whole.matches(path), "\(action)")
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
    }
    #expect(!ActionText(Action.named(title: "a")).isSame(as: ActionText(Action.named(title: "b")).condensed()))
  }

  /// A character can have any number of bytes, and a name or a text can begin with what belongs to the one before it.
  @Test(arguments: ["漢", "👨‍👩‍👧‍👦", "\u{301}", "e\u{301}", "\r\n", "\"", "\u{1}", "🇯🇵"], [0, 1, 40, 149, 150, 299, 300, 301])
  func theDescriptionHasAsManyCharacters(character: String, count: Int) {
    let long = String(repeating: character, count: count)
    let actions = [
      Action.found(Only(rows: (0..<400).map { Row(id: $0, name: long) })), .inner(.renamed(id: 3, name: long)),
      .named(title: long),
    ]
    for whole in actions.map({ ActionText($0) }) + [ActionText([long: [long, ""], "z": [long, "z"]])] {
      #expect(whole.condensed().description == whole.description.truncated(to: ActionText.summaryLength))
    }
  }

  @Test func theValuesAreGone() {
    for action in Self.actions {
      let condensed = ActionText(action).condensed()
      #expect(condensed.payload == nil)
      #expect(condensed.json.description.count < 100, "\(condensed.json)")
    }
  }
}
