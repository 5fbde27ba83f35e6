import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// Savings that two features share, and names of savers in a file.
@Reducer
struct Savings {
  struct State: Equatable, Encodable {
    @Shared(.inMemory("coins")) var coins = 0
    @Shared(.fileStorage(URL(filePath: "savers.json"))) var savers: [String] = []
    var purse: Purse.State?
    var label: SaverLabel.State?
  }

  enum Action: Equatable, Codable {
    case saverAdded(String)
    case purseOpened, labelOpened, countedAtHome
    case purse(Purse.Action)
    case label(SaverLabel.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .saverAdded(let name): state.$savers.withLock { $0.append(name) }
      case .purseOpened: state.purse = Purse.State()
      case .labelOpened: state.label = SaverLabel.State(name: state.$savers[0])
      case .countedAtHome:
        let coins = state.$coins
        return .run { _ in coins.withLock { $0 += 10 } }
      case .purse, .label: break
      }
      return .none
    }
    .ifLet(\.purse, action: \.purse) { Purse() }
    .ifLet(\.label, action: \.label) { SaverLabel() }
  }
}

@Reducer
struct Purse {
  struct State: Equatable, Encodable {
    @Shared(.inMemory("coins")) var coins = 0
    var isOpen = true
  }

  enum Action: Equatable, Codable {
    case coinSaved
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.$coins.withLock { $0 += 1 }
    return .none
  }
}

@Reducer
struct SaverLabel {
  struct State: Equatable, Encodable {
    @Shared var name: String
  }

  enum Action: Equatable, Codable {
    case renamed(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .renamed(let name) = action { state.$name.withLock { $0 = name } }
    return .none
  }
}

/// Generated tests assert what features share.
struct SharedStateTests {
  @Test func changesOfSharedState() async throws {
    let program = StoreCommandLine(of: Savings(), Savings.State())
    let made = try await SessionToTest.make(
      """
      send saverAdded "Ada"
      send purseOpened
      send purse.coinSaved
      send labelOpened
      send label.renamed "Bea"
      send countedAtHome
      send purse.coinSaved
      send countedAtHome
      """,
      program: program
    )
    #expect(made.errors == "")
    let lines = made.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      Array(lines.drop { !$0.hasPrefix("await") }) == [
        #"await store.send(.saverAdded("Ada")) { $0.$savers.withLock { $0 = ["Ada"] } }"#,
        "await store.send(.purseOpened) { $0.purse = session[2].purse }",
        "await store.send(.purse(.coinSaved)) { $0.$coins.withLock { $0 = 1 } }",
        "await store.send(.labelOpened) { $0.label = session[4].label }",
        #"await store.send(.label(.renamed("Bea"))) {"#,
        #"$0.$savers.withLock { $0 = ["Bea"] }"#,
        #"$0.label?.$name.withLock { $0 = "Bea" }"#,
        "}",
        "await store.send(.countedAtHome)",
        "await store.send(.purse(.coinSaved)) { $0.$coins.withLock { $0 = 12 } }",
        "await store.send(.countedAtHome)",
        "store.assert { $0.$coins.withLock { $0 = 22 } }",
        "session.finish()",
        "}",
        "}",
      ],
      "\(made.output)"
    )
  }
}
