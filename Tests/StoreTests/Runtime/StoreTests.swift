import Dependencies
import Store
import Testing

@MainActor
@Suite struct StoreTests {
  struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
      var log: [String] = []
    }
    enum Action: Equatable {
      case increment
      case incrementTwice
      case later
      case loop(Int)
    }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.log.append("\(action)")
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .incrementTwice:
        return .merge(.send(.increment), .send(.increment))
      case .later:
        return .run { send in
          await Task.yield()
          await send(.increment)
        }
      case .loop(let count):
        if count == 0 { return .none }
        return .run { await $0(.loop(count - 1)) }
      }
    }
  }

  @Test func sendReducesAtOnce() {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.increment)
    #expect(store.count == 1)
    store.send(.incrementTwice)
    #expect(store.count == 3)
  }

  @Test func effectsSend() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    await store.send(.later).finish()
    #expect(store.count == 1)
  }

  @Test func effectsThatSendActionsWithEffectsNeedNoStack() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    await store.send(.loop(100_000)).finish()
    #expect(store.log.count == 100_001)
  }

  @Test func observersAreToldOfWhatTheyRead() {
    let store = Store(initialState: Counter.State()) { Counter() }
    var changes = 0
    withObservationTracking {
      _ = store.count
    } onChange: {
      MainActor.assumeIsolated { changes += 1 }
    }
    store.send(.loop(0))
    #expect(changes == 0)
    store.send(.increment)
    #expect(changes == 1)
    store.send(.increment)
    #expect(changes == 1)
  }
}
