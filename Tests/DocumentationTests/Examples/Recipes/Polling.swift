import StoreTesting
import Testing

@Suite struct PollingRecipe {
  enum Progress: Equatable, Sendable {
    case waiting
    case running
    case finished
  }

  @DependencyClient
  struct BuildClient: TestDependencyKey {
    var progress: @Sendable (_ build: Int) async throws -> Progress

    static let testValue = BuildClient()
  }

  @Reducer
  struct Build {
    struct State: Equatable {
      let id: Int
      var progress = Progress.waiting
    }

    enum Action: Equatable {
      case appeared
      case progressLoaded(Progress)
    }

    enum CancelID { case polling }

    @Dependency(\.continuousClock) var clock
    @Dependency(BuildClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .appeared:
        let id = state.id
        return .run { send in
          while true {
            if let progress = try? await client.progress(build: id) {
              await send(.progressLoaded(progress))
            }
            try await clock.sleep(for: .seconds(5))
          }
        }
        .cancellable(id: CancelID.polling, cancelInFlight: true)

      case .progressLoaded(let progress):
        state.progress = progress
        return progress == .finished ? .cancel(id: CancelID.polling) : .none
      }
    }
  }

  @Test func pollingEndsWithTheBuild() async {
    let clock = TestClock()
    let server = LockIsolated(Progress.running)
    let store = TestStore(initialState: Build.State(id: 1)) {
      Build()
    } withDependencies: {
      $0.continuousClock = clock
      $0[BuildClient.self].progress = { _ in server.value }
    }

    await store.send(.appeared)
    await store.receive(.progressLoaded(.running)) { $0.progress = .running }
    server.setValue(.finished)
    await clock.advance(by: .seconds(5))
    await store.receive(.progressLoaded(.finished)) { $0.progress = .finished }
  }

  @Test func aFailedRequestDoesNotEndPolling() async {
    struct Offline: Error {}
    let clock = TestClock()
    let requests = LockIsolated(0)
    let store = TestStore(initialState: Build.State(id: 1)) {
      Build()
    } withDependencies: {
      $0.continuousClock = clock
      $0[BuildClient.self].progress = { _ in
        let number = requests.withValue { number in
          number += 1
          return number
        }
        if number == 1 { throw Offline() }
        return .finished
      }
    }
    await store.send(.appeared)
    await clock.advance(by: .seconds(5))
    await store.receive(.progressLoaded(.finished)) { $0.progress = .finished }
  }
}
