import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// A feature with everything that makes a reducer hard to replay, and with secrets.
@Reducer
struct Notebook {
  struct State: Encodable {
    var notes: IdentifiedArrayOf<Note> = []
    var login: Login?
    var rolls: [Int] = []
    var log: [String] = []
    var isBroken = false

    private enum CodingKeys: CodingKey { case notes, login, rolls, log }

    func encode(to encoder: any Encoder) throws {
      if isBroken { throw Broken() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(notes, forKey: .notes)
      try container.encode(login, forKey: .login)
      try container.encode(rolls, forKey: .rolls)
      try container.encode(log, forKey: .log)
    }
  }

  struct Broken: Error {}

  struct Note: Codable, Identifiable {
    let id: UUID
    var text: String
    let date: Date
    let weekday: Int
  }

  struct Login: Codable {
    var user: String
    var password: String
    var accessToken: Token

    struct Token: Codable {
      var value: String
      var expires: Date
      var id: UUID
      var uses: Int
      var isFresh: Bool
    }
  }

  enum Action: Codable {
    case noteAdded(String)
    case noteRemoved(id: UUID)
    case diceRolled
    case signedIn(Login)
    case loadTapped
    case loaded([String])
    case chainTapped
    case chained(Int)
    case breakTapped
    case launched
    case tokens(id: String)
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
        let now = now
        let weekday = calendar.component(.weekday, from: now)
        state.notes.append(Note(id: uuid(), text: text, date: now, weekday: weekday))
      case .noteRemoved(let id): state.notes.remove(id: id)
      case .diceRolled: state.rolls.append(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) })
      case .signedIn(let login): state.login = login
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
      case .launched, .tokens: break
      }
      return .none
    }
  }
}

/// A temporary folder with a command line for ``Notebook``.
final class NotebookFolder {
  private let folder = TemporaryFolder()
  var program = commandLine()

  var url: URL { folder.url }

  private static func commandLine() -> StoreCommandLine<Notebook> {
    StoreCommandLine("Notebook", commands: [.run, .replay]) {
      @Dependency(\.uuid) var uuid
      return Notebook.State(log: ["started as \(uuid())"])
    } reducer: {
      Notebook()
    }
  }

  func path(_ name: String) -> String { folder.path(name) }

  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

  func text(_ name: String) throws -> String { try folder.text(name) }

  func run(_ arguments: String...) async -> Run { await run(arguments) }

  func run(_ arguments: [String]) async -> Run { await program.play(arguments) }

  /// Plays a script, and records it to `trace.jsonl`.
  func record(_ script: String, _ arguments: String...) async throws -> Run {
    try write(script, to: "script")
    return await run(["run", path("script"), "--trace", path("trace.jsonl")] + arguments)
  }

  /// The recorded trace.
  func records() throws -> (header: TraceHeader, records: [TraceRecord]) {
    var reader = try TraceReader(path("trace.jsonl"))
    var records: [TraceRecord] = []
    while let (record, _) = try reader.next() { records.append(record) }
    return (reader.header, records)
  }

  func replay(_ arguments: String...) async -> Run {
    await run(["replay", path("trace.jsonl")] + arguments)
  }

  /// Replays the recorded trace with other text in it. The recording stays as it is.
  func replay(replacing text: String, with other: String, _ arguments: String...) async throws -> Run {
    try write(self.text("trace.jsonl").replacing(text, with: other), to: "damaged.jsonl")
    return await run(["replay", path("damaged.jsonl")] + arguments)
  }
}

/// A script that uses everything of the feature.
let notebookScript = """
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
