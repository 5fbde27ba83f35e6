import Foundation
import Store

@testable import StoreInspection

/// Searches for the typed text. Unless `isCareful` is set, a late answer to an earlier text replaces the current one.
struct ExploredFinder: Reducer {
  struct State: Encodable, Equatable, Sendable {
    var isCareful = false
    var buttons: [Action] = []
    var query = "", found = "", count = 0, hasFailed = false, rows: [Int] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case failed, incremented, trapped, looped, ticked
    case typed(String), found(String), rowTapped(Int), child(Child)

    @CasePathable enum Child: Codable, Equatable, Sendable { case a, b }
  }

  private enum CancelID { case find, tick }

  @Dependency(\.findClient) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .typed(let query):
      (state.query, state.found) = (query, "")
      let search = Effect<Action>.run { [client] send in
        await send(.found(try await client.find(query)))
      } catch: { _, send in
        await send(.failed)
      }
      return state.isCareful ? search.cancellable(id: CancelID.find, cancelInFlight: true) : search
    case .found(let found): state.found = found
    case .failed: state.hasFailed = true
    case .incremented: state.count += 1
    case .trapped:
      state.count += 1
      precondition(state.count < 2, "The count is 2.")
    case .looped: return .send(.looped)
    case .ticked:
      return .run { [clock] send in for await _ in clock.timer(interval: .seconds(1)) { await send(.incremented) } }
        .cancellable(id: CancelID.tick, cancelInFlight: true)
    case .rowTapped, .child: break
    }
    return .none
  }

  static func program(_ state: State, rules: [ExplorationRule<Self>] = []) -> StoreCommandLine<Self> {
    let commands: [StoreCommand<Self>] = [.explore, .replay, .report]
    var program = StoreCommandLine("Finder", commands: commands, initialState: { state }, reducer: { Self() })
    program.screen = { state, context in
      var screen = Screen<Action>("Finder", width: context.width)
      if state.buttons.isEmpty { screen.field("find: ", text: state.query) { .typed($0) } }
      for (index, button) in state.buttons.enumerated() { screen.button("[\(index)]", id: index, button) }
      let rows = state.rows
      screen.list("rows", count: rows.count, shown: screen.shownRows(of: rows.count, context)) {
        rows[$0]
      } action: {
        .rowTapped(rows[$0])
      } _: { offset, screen in
        screen.line("\(rows[offset])")
      }
      return screen
    }
    program.recordedEndpoints = [.endpoint(\.findClient.find, "findClient.find(query:)").failing(with: Unfound())]
    program.explorationRules = rules
    return program
  }

  struct Unfound: Error {}
}

struct FindClient: DependencyKey {
  var find: @Sendable (String) async throws -> String
  static let liveValue = FindClient { "all about \($0)" }
  static let mockValue = liveValue
}

extension DependencyValues {
  var findClient: FindClient {
    get { self[FindClient.self] }
    set { self[FindClient.self] = newValue }
  }
}
