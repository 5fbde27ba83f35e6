import Dependencies
import Store
import StoreInspection

/// A shopping basket with a defect that was planted for tests: without the last of a kind, its price stays in the total.
struct Basket: Reducer {
  struct Item: Codable, Equatable, Identifiable, Sendable {
    let id: String
    var count = 1
  }
  struct State: Codable, Equatable, Sendable {
    var items: IdentifiedArrayOf<Item> = []
    /// The sum of the prices, each of which is 2.
    var total = 0
  }
  enum Action: Codable, Equatable, Sendable { case added(String), removed(String), cleared }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .added(let name):
      if state.items[id: name] == nil {
        state.items.append(Item(id: name))
      } else {
        state.items[id: name]?.count += 1
      }
      state.total += 2
    case .removed(let name):
      guard let count = state.items[id: name]?.count else { return .none }
      if count > 1 {
        state.items[id: name]?.count -= 1
        state.total -= 2
      } else {
        state.items.remove(id: name)
      }
    case .cleared: state = State()
    }
    return .none
  }
}

@main
struct FaultyProgram {
  static func main() async {
    var program = StoreCommandLine<Basket>(
      "FaultyProgram",
      commands: [.run, .repl, .explore, .replay, .compare, .report, .generateTest, .mcp]
    ) {
      Basket.State()
    } reducer: {
      Basket()
    }
    program.screen = { state, _ in
      var screen = Screen<Basket.Action>("Basket", width: 40)
      screen.line("\(state.items.count) kinds, \(state.total) in all")
      for name in ["rice", "tea"] {
        screen.button("[Add \(name)]", id: "add \(name)", .added(name))
        screen.button("[Remove \(name)]", id: "remove \(name)", .removed(name))
      }
      screen.button("[Clear]", id: "clear", .cleared)
      return screen
    }
    program.explorationRules = [
      .always("the total is that of the items") { $0.total == 2 * $0.items.reduce(0) { $0 + $1.count } }
    ]
    await program.main()
  }
}
