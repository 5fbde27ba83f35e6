import Foundation
import Store
import StoreInspection

/// A counter with a list that it does not change.
@Reducer
struct CounterAboveList {
  struct State: Encodable {
    struct Row: Encodable, Equatable {
      var id: Int
      var title: String
    }

    var count = 0
    var rows: [Row]

    init(rowCount: Int) {
      rows = (0..<rowCount).map { Row(id: $0, title: "The title of row number \($0)") }
    }
  }

  enum Action: Codable {
    case increment
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count &+= 1
    return .none
  }
}

/// Measures a store whose trace is written to a file.
@MainActor
struct TraceScenarios {
  let rowCount: Int

  func measurement(_ name: String, _ plan: Plan) async throws -> Measurement {
    let file = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let store = Store(initialState: CounterAboveList.State(rowCount: rowCount)) { CounterAboveList() }
    try store.trace(to: file.path, feature: "CounterAboveList", program: "Benchmarks")
    return await plan.measure(name) { rounds in
      for _ in 0..<rounds { store.send(.increment) }
    }
  }
}
