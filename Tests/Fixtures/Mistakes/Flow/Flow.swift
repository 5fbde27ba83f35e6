// What the compiler sees when the types are right: what is not returned, and which values go where they can't.
import Store

@Reducer struct MissingReturn {
  struct State: Equatable { var count = 0 }
  enum Action { case tapped, loaded(String) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped: state.count += 1
      case .loaded: return .none
      }
    }
    // 5: missing return in closure expected to return 'Effect<MissingReturn.Action>'
  }
}

actor Session {
  private lazy var store = Store(initialState: MissingReturn.State()) { MissingReturn() }

  func share() async {
    let store = store
    await MainActor.run {
      _ = store.send(.tapped)
      // 17: sending 'store' risks causing data races [#SendingRisksDataRace]
    }
  }
}

@MainActor
func sendFromElsewhere() {
  let store = Store(initialState: MissingReturn.State()) { MissingReturn() }
  Task.detached {
    // 8: passing closure as a 'sending' parameter risks causing data races between main actor-isolated code and
    //   concurrent execution of the closure [#SendingClosureRisksDataRace]
    store.send(.tapped)
  }
  store.send(.tapped)
}

@Reducer struct Escapes {
  struct State: Equatable { var count = 0 }
  enum Action { case listed, grouped, detached }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .listed:
        return run { store in
          async let count = store.count
          // 29: sending 'store' risks causing data races [#SendingRisksDataRace]
          _ = try await count
        }
      case .grouped:
        return run { store in
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try store.modify("Count") { $0.count += 1 } }
            // 19: passing closure as a 'sending' parameter risks causing data races between code in the current
            //   task and concurrent execution of the closure [#SendingClosureRisksDataRace]
          }
        }
      case .detached:
        return run { store in
          Task.detached { try store.modify("Count") { $0.count += 1 } }
          // 16: passing closure as a 'sending' parameter risks causing data races between code in the current task
          //   and concurrent execution of the closure [#SendingClosureRisksDataRace]
        }
      }
    }
  }
}
