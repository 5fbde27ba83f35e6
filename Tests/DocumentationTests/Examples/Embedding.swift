import Store
import Testing

@MainActor
@Suite struct EmbeddingExamples {
  @Test func mainActor() {
    let store = Store(initialState: Stopwatch.State()) { Stopwatch() }
    store.send(.startButtonTapped)
    print(store.isRunning)  // true
    #expect(store.isRunning)
  }

  @Test func ownActor() async {
    let session = Session()
    await session.start()
    #expect(await session.seconds == 0)
  }
}

actor Session {
  private lazy var store = makeStore()

  private func makeStore() -> StoreOf<Stopwatch> {
    Store(initialState: Stopwatch.State()) { Stopwatch() }
  }

  func start() {
    store.send(.startButtonTapped)
  }

  var seconds: Int { store.seconds }
}
