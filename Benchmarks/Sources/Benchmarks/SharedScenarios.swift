import Store

/// A feature with shared state that others change.
@Reducer
struct Reading {
  struct State {
    @Shared var count: Int
  }

  enum Action {
    case nothing
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

extension Scenarios {
  func runShared() async {
    await add("shared.fanout.1000") {
      let shared = Shared(value: 0)
      let stores = (0..<1000).map { _ in Store(initialState: Reading.State(count: shared)) { Reading() } }
      let steps = Steps()
      for store in stores { store.inspect(with: Inspector { _ in steps.count += 1 }) }
      return await plan.measure("shared.fanout.1000") { rounds in
        for _ in 0..<rounds {
          steps.count = 0
          shared.withLock { $0 &+= 1 }
          // The change arrives in each store as a step of its own, on the store's actor.
          while steps.count < stores.count { await Task.yield() }
        }
      }
    }
    await add("shared.read") {
      let shared = Shared(value: 1)
      return await plan.measure("shared.read") { rounds in
        for _ in 0..<rounds { use(shared.wrappedValue) }
      }
    }
    await add("shared.change") {
      let store = Store(initialState: Reading.State(count: Shared(value: 0))) { Reading() }
      return await plan.measure("shared.change") { rounds in
        for _ in 0..<rounds { store.state.$count.withLock { $0 &+= 1 } }
      }
    }
  }
}

@MainActor private final class Steps {
  var count = 0
}
