import StoreTesting
import Testing

@Suite struct DisappearRecipe {
  @DependencyClient
  struct LocationClient: TestDependencyKey {
    var places: @Sendable () -> AsyncStream<String> = { .finished }

    static let testValue = LocationClient()
  }

  @Reducer
  struct Map {
    struct State: Equatable {
      var place: String?
    }

    enum Action: Equatable {
      case task
      case moved(String)
    }

    @Dependency(LocationClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .task:
        return .run { send in
          for await place in client.places() { await send(.moved(place)) }
        }

      case .moved(let place):
        state.place = place
        return .none
      }
    }
  }

  @Test func placesAreFollowedWhileTheMapIsOnShow() async {
    let (places, continuation) = AsyncStream<String>.makeStream()
    let store = TestStore(initialState: Map.State()) {
      Map()
    } withDependencies: {
      $0[LocationClient.self].places = { places }
    }

    let task = await store.send(.task)
    continuation.yield("Kyoto")
    await store.receive(.moved("Kyoto")) { $0.place = "Kyoto" }
    await task.cancel()
    continuation.yield("Osaka")
    await store.finish()
  }

  @MainActor
  @Test func aViewsTaskEndsTheEffects() async {
    let (places, continuation) = AsyncStream<String>.makeStream()
    let hasEnded = LockIsolated(false)
    continuation.onTermination = { _ in hasEnded.setValue(true) }
    let store = Store(initialState: Map.State()) {
      Map()
    } withDependencies: {
      $0[LocationClient.self].places = { places }
    }
    let task = Task {
      await store.send(.task).finish()
    }
    await Task.yield()
    task.cancel()
    await task.value
    while !hasEnded.value { await Task.yield() }
  }
}
