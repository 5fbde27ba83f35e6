import Dependencies
import Foundation
import Store

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

  struct Note: Codable, Identifiable {
    let id: UUID
    var text: String
    let date: Date
    let weekday: Int
  }

  enum Action: Codable {
    case noteAdded(String)
    case noteRemoved(id: UUID)
    case diceRolled
    case loadTapped
    case loaded([String])
    case chainTapped
    case chained(Int)
    case breakTapped
    case launched
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

  /// Uses everything of the feature.
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
