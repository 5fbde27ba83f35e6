import Store

/// An actor with a store of its own, as a server has one for each client.
actor Session {
  private var store: StoreOf<Counter>?

  func run() async -> Int {
    let store = Store(initialState: Counter.State(), isolation: self) { Counter() }
    self.store = store
    store.send(.increment)
    await store.send(.load).finish()
    return store.count
  }
}
