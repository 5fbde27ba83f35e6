import ComposableArchitecture
import Testing

@Reducer private struct Lamp {
  struct State: Equatable {
    var isOn = false
    var count = 0
  }
  enum Action: Equatable { case switchTapped, slowSwitchTapped, switched, counted }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .switchTapped: return .run { @MainActor send in send(.switched) }
      case .slowSwitchTapped:
        return .run { @MainActor send in
          await Task.yield()
          send(.switched)
          send(.counted)
        }
      case .switched:
        state.isOn.toggle()
        return .none
      case .counted:
        state.count += 1
        return .none
      }
    }
  }
}

/// Effects on the main actor send without `await`.
@MainActor @Suite struct SendOnMainActorTests {
  @Test func theStoreHasReducedTheActionAtOnce() async {
    let store = Store(initialState: Lamp.State()) { Lamp() }
    store.send(.switchTapped)
    #expect(store.isOn)
    await store.send(.slowSwitchTapped).finish()
    #expect(store.withState { $0 } == Lamp.State(isOn: false, count: 1))
  }

  @Test func aTestStoreReceivesTheActions() async {
    let store = TestStore(initialState: Lamp.State()) { Lamp() }
    await store.send(.switchTapped)
    await store.receive(.switched) { $0.isOn = true }
    await store.send(.slowSwitchTapped)
    await store.receive(.switched) { $0.isOn = false }
    await store.receive(.counted) { $0.count = 1 }
  }
}
