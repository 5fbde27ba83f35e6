import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// A replay writes what an effect has changed, and keeps the rest.
struct ReplayedChangesTests {
  /// Nothing but what effects change is `Decodable`.
  @Reducer
  struct Library {
    struct State: Equatable, Encodable {
      var count = 0
      var shelf = Shelf()
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
      var path = StackState<Page.State>()
      @Presents var destination: Destination.State?
      @Presents var sheet: Row.State?
      var total = 0
      /// Not encoded.
      var log: [String] = []

      enum CodingKeys: CodingKey { case count, shelf, rows, path, destination, sheet, total }
    }
    enum Action: Equatable, Codable {
      case changeEverything
      case push(Int)
      case open(Int)
      case totalAsked
      case rows(IdentifiedActionOf<Row>)
      case path(StackActionOf<Page>)
      case destination(PresentationAction<Destination.Action>)
      case sheet(PresentationAction<Row.Action>)
    }
    @Reducer(state: .equatable, .encodable, action: .equatable, .codable)
    enum Destination {
      case row(Row)
    }
    struct Shelf: Equatable, Encodable {
      var books: [String] = ["a", "b"]
      let place = "left"
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .changeEverything:
          return run(name: "change") { store in
            try store.modify("Simple parts") { state in
              state.count = 1
              state.shelf.books.append("c")
            }
            try store.modify("Elements") { state in
              state.rows[id: 2]?.number = 5
              for id in state.path.ids { state.path[id: id]?.number += 1 }
              state.path.removeFirst()
            }
            try store.modify("Children") { state in
              if case .row(var row)? = state.destination {
                row.number = 7
                state.destination = .row(row)
              }
              state.sheet?.number = 8
            }
            try store.modify("Nothing left") { state in
              state.sheet = nil
              state.rows.remove(id: 1)
            }
          }
        case .push(let id):
          state.path.append(Page.State(id: id, hidden: id))
          state.log.append("push \(id)")
          return .none
        case .open(let id):
          state.destination = .row(Row.State(id: id, hidden: id))
          state.sheet = Row.State(id: id, hidden: id)
          return .none
        case .totalAsked:
          // What is not encoded counts, too.
          state.total = state.rows.map(\.hidden).reduce(0, +) + state.path.map(\.hidden).reduce(0, +) + state.log.count
          if case .row(let row)? = state.destination { state.total += row.hidden }
          return .none
        case .rows, .path, .destination, .sheet: return .none
        }
      }
      .forEach(\.rows, action: \.rows) { Row() }
      .forEach(\.path, action: \.path) { Page() }
      .ifLet(\.$sheet, action: \.sheet) { Row() }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  @Reducer
  struct Row {
    struct State: Equatable, Encodable, Identifiable {
      let id: Int
      var number = 0
      /// Not encoded.
      var hidden = 100

      enum CodingKeys: CodingKey { case id, number }
    }
    enum Action: Equatable, Codable { case tapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.number += 10
      return .none
    }
  }

  /// Actions of stacks contain the state of the element that is pushed.
  @Reducer
  struct Page {
    struct State: Equatable, Codable {
      var id: Int
      var number = 0
      /// Not encoded.
      var hidden = 100

      enum CodingKeys: CodingKey { case id, number }
    }
    enum Action: Equatable, Codable { case tapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.number += 10
      return .none
    }
  }

  private let folder = TemporaryFolder()
  private let program = StoreCommandLine(of: Library(), Library.State(), commands: [.run, .replay])

  private func record(_ script: String) async throws {
    try folder.write(script, to: "script")
    let run = await program.play(["run", folder.path("script"), "--trace", folder.path("trace.jsonl")])
    run.expect()
  }

  @Test func whatAChangeDoesNotTouchKeepsItsValue() async throws {
    try await record(
      """
      send push 1
      send push 2
      send push 3
      send open 4
      send changeEverything
      send totalAsked
      expect total == 112
      send rows[id: 2].tapped
      send path[id: 2].tapped
      send push 5
      send path[id: 3].tapped
      """
    )
    let replay = await program.play(["replay", folder.path("trace.jsonl")])
    replay.expect(errors: "")
    #expect(
      replay.output.hasSuffix(
        "14 steps, 10 sent by the user, 0 received, 4 by effects: every state was reached as it was recorded\n"
      ),
      "\(replay.output)"
    )
    try await StoreTrace.replay(folder.path("trace.jsonl"), in: Library(), from: Library.State())
  }

  /// Each pair is a value and what an effect makes of it.
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
    try expectWritten(
      Formatted(day: Date(timeIntervalSince1970: 0)),
      Formatted(day: Date(timeIntervalSince1970: 86_400))
    )
    try expectWritten(Renamed(first: 1, second: 2), Renamed(first: 2, second: 1))
  }

  private func expectWritten<Value: Codable & Equatable>(
    _ old: Value,
    _ new: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var value = old
    try RecordedValue.change(&value, to: RecordedValue.json(new)) { RecordedValue.json($0) }
    #expect(value == new, sourceLocation: sourceLocation)
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

    init(day: Date) { self.day = day }

    enum CodingKeys: CodingKey { case day }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      day = Date(timeIntervalSince1970: Double(try container.decode(Int.self, forKey: .day) * 86_400))
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
    var stack = StackState([Part(id: 1), Part(id: 2), Part(id: 3), Part(id: 4)])
    var changed = stack
    changed.remove(at: 2)
    changed.removeFirst()
    changed[id: changed.ids[1]]?.name = "d"
    changed.append(Part(id: 5))
    try RecordedValue.change(&stack, to: RecordedValue.json(changed)) { RecordedValue.json($0) }
    #expect(stack == changed && stack.ids == changed.ids)
  }

  @Test func anElementBelowANewOneKeepsItsID() throws {
    var stack = StackState([Shape.two(1, 2)])
    var changed = stack
    changed[id: changed.ids[0]] = .two(1, 3)
    changed.append(.one(Part(id: 1)))
    try RecordedValue.change(&stack, to: RecordedValue.json(changed)) { RecordedValue.json($0) }
    #expect(stack == changed && stack.ids == changed.ids)
  }

  @Test func whatIsSharedByTwoPartsIsChangedOnce() throws {
    struct Both: Encodable {
      @Shared var first: [Int]
      @Shared var second: [Int]
    }
    let shared = Shared(value: [1, 2])
    var both = Both(first: shared, second: shared)
    let new: JSONValue = .object([
      .init(name: "first", value: .array([.integer(2), .integer(1)])),
      .init(name: "second", value: .array([.integer(2), .integer(1)])),
    ])
    try RecordedValue.change(&both, to: new) { RecordedValue.json($0) }
    #expect(shared.wrappedValue == [2, 1])
  }

  @Test func whatIsSharedIsChangedForAll() throws {
    var shared = Shared(value: [Part(id: 1)])
    let other = shared
    let new: JSONValue = RecordedValue.json([Part(id: 1, name: "b")])
    try RecordedValue.change(&shared, to: new) { RecordedValue.json($0) }
    #expect(other.wrappedValue == [Part(id: 1, name: "b")])
  }

  @Reducer
  struct Cellar {
    struct State: Equatable, Encodable {
      var bottle = Bottle()
      var opened = 0
    }
    struct Bottle: Equatable, Encodable {
      let year: Int
      init(year: Int = 1999) { self.year = year }
    }
    enum Action: Equatable, Codable { case open }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      run { store in try store.modify("Open") { $0.bottle = Bottle(year: 2001) } }
    }
  }

  @Test func whatCannotBeWrittenIsNamed() async throws {
    let program = StoreCommandLine(of: Cellar(), Cellar.State(), commands: [.run, .replay])
    try folder.write("send open", to: "script")
    await program.play(["run", folder.path("script"), "--trace", folder.path("trace.jsonl")]).expect()
    let replay = await program.play(["replay", folder.path("trace.jsonl")])
    #expect(replay.status == 2)
    #expect(
      replay.errors.contains("trace.jsonl:4:1: error: `bottle`: `Bottle` is not `Decodable`\n"),
      "\(replay.errors)"
    )
    #expect(
      replay.errors.contains(
        """
          this is a part of the state after step 2, `modify "Open"`
          an effect has changed it, and a replay runs no effects but decodes what has changed
        """
      ),
      "\(replay.errors)"
    )
  }
}
