import StoreTesting
import Testing

@Suite struct LoadOnceRecipe {
  // #include LoadOnce.md

  @Test func aFailureIsTriedAgain() async {
    struct Offline: Error {}
    let store = TestStore(initialState: .notLoaded) {
      Profile()
    } withDependencies: {
      $0[ProfileClient.self].name = { throw Offline() }
    }
    await store.send(.appeared) { $0 = .loading }
    await store.receive(.failed) { $0 = .failed }
    store.dependencies[ProfileClient.self].name = { "Blob" }
    await store.send(.appeared) { $0 = .loading }
    await store.receive(.loaded(name: "Blob")) { $0 = .loaded(name: "Blob") }
  }
}
