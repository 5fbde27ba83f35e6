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
    case none, one(Part), two(Int, Int), mixed(Int, name: String), labelled(name: String)
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

/// Features that begin by themselves, and changes by effects, in transcripts, traces, reports and generated tests.
struct EffectChangesTests {
  @Reducer
  struct Kitchen {
    struct State: Equatable, Codable {
      var egg: Egg.State? = Egg.State(id: 7)
      var rung = 0, log: [String] = [], hasOpened = false, hours = 0
    }
    enum Action: Equatable, Codable { case opened, egg(Egg.Action), peeled }
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .opened: state.hasOpened = true
        case .egg(.rang): state.rung += 1
        case .peeled: state.log.append("peeled")
        case .egg: break
        }
        return .none
      }
      .ifLet(\.egg, action: \.egg) { Egg() }
      .onChange(of: \.egg?.isSoft) { _, state in
        state.log.append("soft: \(state.egg?.isSoft == true)")
        return .send(.peeled)
      }
      .onMount { _ in .send(.opened) }
      .onMount { _ in
        run(name: "watch") { store in
          while true {
            try await clock.sleep(for: .seconds(3600))
            try store.modify("Hour") { $0.hours += 1 }
          }
        }
      }
    }
  }

  @Reducer
  struct Egg {
    struct State: Equatable, Codable, Identifiable { var id: Int, minutes = 0, isSoft = false }
    enum Action: Equatable, Codable { case started(Int), rang, cooled }
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .started(let minutes) = action else { return .none }
        state.minutes = minutes
        return run(name: "boil") { store in
          while try store.minutes > 0 {
            try await clock.sleep(for: .seconds(60))
            try store.modify("Minute") { state in
              state.minutes -= 1
              state.isSoft = state.minutes == 1
            }
          }
          try store.send(.rang)
        }
      }
      .onMount { _ in
        .run(name: "cool") { send in
          try await clock.sleep(for: .seconds(600))
          await send(.cooled)
        }
      }
    }
  }

  private let folder = RecordingFolder(
    StoreCommandLine(of: Kitchen(), Kitchen.State(), commands: [.run, .replay, .generateTest, .report])
  )

  private let script = """
    expect hasOpened == true
    send egg.started 2
    advance 2m
    expect rung == 1
    advance 58m
    expect hours == 1
    """

  @Test func aTranscriptShowsThem() async throws {
    let run = try await folder.record(script)
    let change = """
              modify "Minute" by effect 3 "boil", started by egg.started
                ~ egg.minutes: 2 → 1
                ~ egg.isSoft: false → true
                + log[0]: "soft: true"
      """
    let effect = "effect 1 \"watch\" started by onMount of EffectChangesTests.Kitchen\n"
    let other = "effect 2 \"cool\" started by onMount of EffectChangesTests.Egg 7\n"
    let summary = "1 action sent, 5 received, 3 changes by effects, 3 expectations, 0 failed\n"
    run.expect(texts: [change, effect, other, summary])
  }

  @Test func aScriptAwaitsThem() async throws {
    let run = try await folder.record(
      """
      send egg.started 2
      await "Minute" within 1m
      expect egg.minutes == 1
      await "Minute" within 2m
      await egg.rang
      await "Day" within 1s
      """
    )
    let failure = """
      script:6:7: error: no `modify "Day"` was received within 1 s
        await "Day" within 1s
              ^~~~~
        received, and not awaited:
          opened
          peeled
          peeled
      """
    let first = "   2  await \"Minute\" within 1m\n        the clock shows 1 min\n"
    run.expect(.failed, texts: [first, "        ✓ modify \"Minute\" was received\n", failure])
  }

  @Test func aTraceContainsThemAndAReplayReachesTheSameStates() async throws {
    try await folder.record(script).expect()
    let steps: [String] = try folder.records().records.compactMap { record -> String? in
      switch record.content {
      case .action(let action): "\(action.step) \(action.name) \(action.origin)"
      case .modified(let change): "\(change.step) modify \(change.name) by \(change.effect)"
      default: nil
      }
    }
    let expected = [
      "1 opened reducer(step: 0)", "2 egg.started user", "3 modify Minute by 3", "4 peeled reducer(step: 3)",
      "5 modify Minute by 3", "6 peeled reducer(step: 5)", "7 egg.rang effect(3)", "8 egg.cooled effect(2)",
      "9 modify Hour by 1",
    ]
    #expect(steps == expected)
    let word = "9 steps, 1 sent by the user, 5 received, 3 by effects: every state was reached as it was recorded\n"
    await folder.replay().expect(texts: [word])
    try await StoreInspection.replay(folder.trace, in: Kitchen())
    let first = "step 3 is the first that changed egg.isSoft: modify \"Minute\" by effect 3 \"boil\", started by step 2"
    await folder.replay("--until-path", "egg.isSoft").expect(texts: [first])
    await folder.replay("--skip", "2").expect(texts: ["  step 3, modify \"Minute\"\n"])
    let wrong = #""path":"/egg/minutes","value":1"#
    let part = "  this is a part of the state after step 3, `modify \"Minute\"`\n"
    let reason = "  an effect has changed it, and a replay runs no effects but decodes what has changed\n"
    try await folder.replay(replacing: wrong, with: wrong.replacing("1", with: "\"x\""))
      .expect(.wrongInput, texts: [part, reason])
    await folder.run("report", folder.trace, "-o", folder.path("page.html")).expect()
    #expect(try folder.text("page.html").contains(#"{"kind":"modified","step":3,"name":"Minute","effect":3,"#))
  }

  /// The last thing that happens is a change.
  @Test func aGeneratedTestReceivesThem() async throws {
    let made = try await SessionToTest.make(script, program: folder.program)
    made.expect(errors: "")
    let minute = """
          await session.clock.advance(by: .seconds(60))
          await store.receive(modify: "Minute") {
            $0.egg?.minutes = 1
            $0.egg?.isSoft = true
            $0.log = ["soft: true"]
          }
      """
    let others = [".opened", ".egg(.cooled)", "modify: \"Hour\""].map { "    await store.receive(\($0))" }
    made.expect(texts: [minute] + others)
  }
}
