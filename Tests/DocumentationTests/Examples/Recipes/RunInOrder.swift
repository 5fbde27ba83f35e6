import StoreTesting
import Testing

@Suite struct QueueRecipe {
  struct Photo: Equatable, Identifiable, Sendable {
    let id: Int
  }

  // #include RunInOrder.md

  @Test func aFailureDoesNotHoldUpTheRest() async {
    struct Offline: Error {}
    let store = TestStore(initialState: Photos.State()) {
      Photos()
    } withDependencies: {
      $0[PhotoClient.self].upload = { _ in throw Offline() }
    }
    await store.send(.photoAdded(Photo(id: 1))) { $0.current = Photo(id: 1) }
    await store.receive(.failed) {
      $0.current = nil
      $0.failed = [Photo(id: 1)]
    }
  }
}
