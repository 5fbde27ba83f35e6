import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// A feature with everything that makes a reducer hard to replay.
@Reducer
struct Notebook {
  struct State: Encodable {
    var notes: IdentifiedArrayOf<Note> = []
    var draft: String?
    var rolls: [Int] = []
    var log: [String] = []
    var isBroken = false
    private enum CodingKeys: CodingKey { case notes, draft, rolls, log }

    func encode(to encoder: any Encoder) throws {
      if isBroken { throw Broken() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(notes, forKey: .notes)
      try container.encode(draft, forKey: .draft)
      try container.encode(rolls, forKey: .rolls)
      try container.encode(log, forKey: .log)
    }
  }

  struct Broken: Error {}
  struct Note: Codable, Identifiable { let id: UUID, text: String, date: Date, weekday: Int }

  enum Action: Codable {
    case noteAdded(String), noteRemoved(id: UUID), diceRolled, loadTapped, loaded([String]), chainTapped, chained(Int)
    case breakTapped, launched
  }

  @Dependency(\.uuid) private var uuid
  @Dependency(\.date.now) private var now
  @Dependency(\.calendar) private var calendar
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .noteAdded(let text):
        let date = now
        let weekday = calendar.component(.weekday, from: date)
        state.notes.append(Note(id: uuid(), text: text, date: date, weekday: weekday))
      case .noteRemoved(let id): state.notes.remove(id: id)
      case .diceRolled: state.rolls.append(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) })
      case .loadTapped:
        return .run(name: "Load") { send in
          // A replay does not run the effect, so its values are not taken from the generators.
          let id = uuid()
          let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
          try await clock.sleep(for: .milliseconds(20))
          await send(.loaded(["\(id)", "\(roll)"]))
        }
      case .loaded(let lines):
        state.log += lines
        return .send(.noteAdded("loaded"))
      case .chainTapped:
        return .concatenate(
          .run(name: "First") { _ in try await clock.sleep(for: .milliseconds(20)) },
          .send(.chained(1)),
          .send(.chained(2))
        )
      case .chained(let number): state.log.append("chained \(number) at \(clock.now)")
      case .breakTapped: state.isBroken.toggle()
      case .launched: break
      }
      return .none
    }
  }

  static var program: StoreCommandLine<Notebook> {
    StoreCommandLine("Notebook", commands: [.run, .replay]) {
      @Dependency(\.uuid) var uuid
      return Notebook.State(log: ["started as \(uuid())"])
    } reducer: {
      Notebook()
    }
  }

  static let script = """
    send noteAdded "one"
    send diceRolled
    send loadTapped
    send chainTapped
    send noteAdded "two"
    await loaded within 1m
    await chained within 1m
    send diceRolled
    send noteAdded "three"
    send chainTapped
    advance 50ms
    """
}

/// A temporary folder with a program that records its sessions to `trace.jsonl` in it.
final class RecordingFolder<Feature: Reducer & SendableMetatype>
where Feature.State: Encodable, Feature.Action: Codable {
  private let folder = TemporaryFolder()
  var program: StoreCommandLine<Feature>
  init(_ program: StoreCommandLine<Feature>) { self.program = program }
  var url: URL { folder.url }
  var trace: String { folder.path("trace.jsonl") }
  func path(_ name: String) -> String { folder.path(name) }
  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }
  func text(_ name: String = "trace.jsonl") throws -> String { try folder.text(name) }
  func run(_ arguments: String...) async -> Run { await program.play(arguments) }

  func record(_ script: String, _ options: String...) async throws -> Run {
    try write(script, to: "script")
    return await program.play(["run", path("script"), "--trace", trace] + options)
  }

  func records() throws -> (header: TraceHeader, records: [TraceRecord]) {
    var reader = try TraceReader(trace)
    var records: [TraceRecord] = []
    while let (record, _) = try reader.next() { records.append(record) }
    return (reader.header, records)
  }

  func replay(_ options: String...) async -> Run { await program.play(["replay", trace] + options) }

  /// Replays the recorded trace with other text in it. The recording stays as it is.
  func replay(replacing text: String, with other: String, _ options: String...) async throws -> Run {
    try write(self.text().replacing(text, with: other), to: "damaged.jsonl")
    return await program.play(["replay", path("damaged.jsonl")] + options)
  }
}
