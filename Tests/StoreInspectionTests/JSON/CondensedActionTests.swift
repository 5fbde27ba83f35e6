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

  @Test func theValuesAreGone() {
    for action in Self.actions {
      let condensed = ActionText(action).condensed()
      #expect(condensed.payload == nil)
      #expect(condensed.json.description.count < 100, "\(condensed.json)")
    }
  }
}
