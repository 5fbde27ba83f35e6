import Foundation
import Store
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// A replay writes what an effect has changed, and keeps the rest. Sessions with such changes are in
/// `EffectChangesTests`.
struct ReplayedChangesTests {
  /// Nothing but what effects change is `Decodable`.
  struct Library: Equatable, Encodable {
    var count = 0
    var shelf = Shelf()
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    var path = StackState([Row(id: 1), Row(id: 2), Row(id: 3)])
    @Presents var destination: Destination?
    @Presents var sheet: Row?
    var bottle = Bottle(year: 1999)
    /// Not encoded.
    var log = ["begun"]

    enum CodingKeys: CodingKey { case count, shelf, rows, path, destination, sheet, bottle }
  }

  struct Shelf: Equatable, Encodable {
    var books: [String] = ["a", "b"]
    let place = "left"
  }

  struct Bottle: Equatable, Encodable { let year: Int }
  enum Destination: Equatable, Encodable { case row(Row) }

  struct Row: Equatable, Encodable, Identifiable {
    let id: Int
    var number = 0
    /// Not encoded.
    let hidden: Int

    init(id: Int) { (self.id, hidden) = (id, 100 * id) }

    enum CodingKeys: CodingKey { case id, number }
  }

  /// Expects that a value becomes what an effect makes of it.
  private func expectWritten<Value: Encodable & Equatable>(
    _ value: inout Value,
    _ change: (inout Value) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var changed = value
    change(&changed)
    try RecordedValue.change(&value, to: RecordedValue.json(changed)) { RecordedValue.json($0) }
    #expect(value == changed, sourceLocation: sourceLocation)
  }

  private func expectWritten<Value: Codable & Equatable>(
    _ old: Value,
    _ new: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var value = old
    try expectWritten(&value, { $0 = new }, sourceLocation: sourceLocation)
  }

  @Test func whatAChangeDoesNotTouchKeepsItsValue() throws {
    var library = Library()
    library.destination = .row(Row(id: 4))
    library.sheet = Row(id: 5)
    try expectWritten(&library) {
      $0.count = 1
      $0.shelf.books.append("c")
    }
    try expectWritten(&library) { library in
      library.rows[id: 2]?.number = 5
      for id in library.path.ids { library.path[id: id]?.number += 1 }
      library.path.removeFirst()
    }
    try expectWritten(&library) { library in
      guard case .row(var row)? = library.destination else { return }
      row.number = 7
      library.destination = .row(row)
      library.sheet?.number = 8
    }
    try expectWritten(&library) { library in
      library.sheet = nil
      library.rows.remove(id: 1)
    }
    let problem = #expect(throws: DecodingProblem.self) {
      try expectWritten(&library) { $0.bottle = Bottle(year: 2001) }
    }
    #expect(problem?.diagnostic.message == "`bottle`: `Bottle` is not `Decodable`")
  }

  @Test func partsOfAllKindsAreWritten() throws {
    try expectWritten([Part(id: 1), Part(id: 2)], [Part(id: 2), Part(id: 1)])
    try expectWritten([Part(id: 1), Part(id: 2)], [Part(id: 2, name: "b"), Part(id: 3)])
    try expectWritten([Part(id: 1), Part(id: 2), Part(id: 3)], [Part(id: 3)])
    let rows: IdentifiedArrayOf<Part> = [Part(id: 1), Part(id: 2), Part(id: 3)]
    try expectWritten(rows, [Part(id: 3), Part(id: 1), Part(id: 2)])
    try expectWritten(rows, [Part(id: 3, name: "c"), Part(id: 4)])
    let titles: IdentifiedArray<String, Title> = [Title(title: "a"), Title(title: "b")]
    try expectWritten(titles, [Title(title: "b", count: 1), Title(title: "a")])
    try expectWritten(Optional(rows), nil)
    try expectWritten(nil, Optional(rows))
    try expectWritten(["a", "b", "c"], ["b", "c", "d"])
    try expectWritten(["a": 1], ["a": 2, "b": 3])
    try expectWritten([Shape.two(1, 2)], [Shape.two(1, 3)])
    try expectWritten([Shape.two(1, 2)], [Shape.two(3, 2)])
    try expectWritten([Shape.mixed(1, name: "a")], [Shape.mixed(1, name: "b")])
    try expectWritten(Shape.labelled(name: "a"), Shape.labelled(name: "b"))
    try expectWritten(Shape.one(Part(id: 1)), Shape.one(Part(id: 1, name: "b")))
    try expectWritten(Shape.none, Shape.two(1, 2))
    try expectWritten(Formatted(day: 0), Formatted(day: 1))
    try expectWritten(Renamed(first: 1, second: 2), Renamed(first: 2, second: 1))
  }

  struct Part: Codable, Equatable, Identifiable {
    let id: Int
    var name = ""
  }

  struct Title: Codable, Equatable, Identifiable {
    let title: String
    var count = 0
    var id: String { title }
  }

  enum Shape: Codable, Equatable {
    case none
    case one(Part)
    case two(Int, Int)
    case mixed(Int, name: String)
    case labelled(name: String)
  }

  /// Encodes its property as something else.
  struct Formatted: Codable, Equatable {
    var day: Date

    init(day: Double) { self.day = Date(timeIntervalSince1970: day * 86_400) }

    enum CodingKeys: CodingKey { case day }

    init(from decoder: any Decoder) throws {
      self.init(day: try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .day))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Int(day.timeIntervalSince1970 / 86_400), forKey: .day)
    }
  }

  struct Renamed: Codable, Equatable {
    var first: Int
    var second: Int

    enum CodingKeys: String, CodingKey { case first = "second", second = "first" }
  }

  @Test func aStackKeepsItsIDs() throws {
    func expectIDs<Element: Codable & Equatable>(
      _ elements: [Element],
      _ change: (inout StackState<Element>) -> Void
    ) throws {
      var stack = StackState(elements)
      var changed = stack
      change(&changed)
      try expectWritten(&stack) { $0 = changed }
      #expect(stack.ids == changed.ids)
    }
    try expectIDs([Part(id: 1), Part(id: 2), Part(id: 3), Part(id: 4)]) { stack in
      stack.remove(at: 2)
      stack.removeFirst()
      stack[id: stack.ids[1]]?.name = "d"
      stack.append(Part(id: 5))
    }
    // An element below a new one keeps its id.
    try expectIDs([Shape.two(1, 2)]) { stack in
      stack[id: stack.ids[0]] = .two(1, 3)
      stack.append(.one(Part(id: 1)))
    }
  }

  @Test func whatIsSharedIsChangedOnceForAll() throws {
    struct Both: Encodable {
      @Shared var first: [Part]
      @Shared var second: [Part]
    }
    let shared = Shared(value: [Part(id: 1), Part(id: 2)])
    var both = Both(first: shared, second: shared)
    let new = [Part(id: 2), Part(id: 1, name: "b")]
    let json = JSONValue.object(["first", "second"].map { .init(name: $0, value: RecordedValue.json(new)) })
    try RecordedValue.change(&both, to: json) { RecordedValue.json($0) }
    #expect(shared.wrappedValue == new)
  }
}
