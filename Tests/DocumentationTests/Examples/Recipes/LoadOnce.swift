import StoreTesting
import Testing

@Suite struct LoadOnceRecipe {
  @DependencyClient
  struct ProfileClient: TestDependencyKey {
    var name: @Sendable () async throws -> String

    static let testValue = ProfileClient()
  }

  @Reducer
  struct Profile {
    enum State: Equatable {
      case notLoaded
      case loading
      case loaded(name: String)
      case failed
    }

    enum Action: Equatable {
      case appeared
      case loaded(name: String)
      case failed
    }

    @Dependency(ProfileClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .appeared:
        switch state {
        case .loading, .loaded:
          return .none
        case .notLoaded, .failed:
          state = .loading
          return .run { send in
            await send(.loaded(name: try await client.name()))
          } catch: { _, send in
            await send(.failed)
          }
        }

      case .loaded(let name):
        state = .loaded(name: name)
        return .none

      case .failed:
        state = .failed
        return .none
      }
    }
  }

  @Test func appearingAgainLoadsNothing() async {
    let store = TestStore(initialState: .notLoaded) {
      Profile()
    } withDependencies: {
      $0[ProfileClient.self].name = { "Blob" }
    }

    await store.send(.appeared) { $0 = .loading }
    await store.receive(.loaded(name: "Blob")) { $0 = .loaded(name: "Blob") }
    await store.send(.appeared)
  }

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
