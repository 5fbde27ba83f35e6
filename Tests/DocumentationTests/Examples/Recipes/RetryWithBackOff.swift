import StoreTesting
import Testing

@Suite struct RetryRecipe {
  @DependencyClient
  struct NewsClient: TestDependencyKey {
    var headlines: @Sendable () async throws -> [String]

    static let testValue = NewsClient()
  }

  @Reducer
  struct News {
    struct State: Equatable {
      var headlines: [String] = []
      var hasFailed = false
    }

    enum Action: Equatable {
      case refreshButtonTapped
      case headlinesLoaded([String])
      case failed
    }

    enum CancelID { case refresh }

    @Dependency(\.continuousClock) var clock
    @Dependency(NewsClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .refreshButtonTapped:
        state.hasFailed = false
        return .run { send in
          for delay in [1, 2, 4] {
            if let headlines = try? await client.headlines() {
              return await send(.headlinesLoaded(headlines))
            }
            try await clock.sleep(for: .seconds(delay))
          }
          await send(.headlinesLoaded(try await client.headlines()))
        } catch: { _, send in
          await send(.failed)
        }
        .cancellable(id: CancelID.refresh, cancelInFlight: true)

      case .headlinesLoaded(let headlines):
        state.headlines = headlines
        return .none

      case .failed:
        state.hasFailed = true
        return .none
      }
    }
  }

  @Test func theThirdRequestSucceeds() async {
    struct Overloaded: Error {}
    let clock = TestClock()
    let requests = LockIsolated(0)
    let store = TestStore(initialState: News.State()) {
      News()
    } withDependencies: {
      $0.continuousClock = clock
      $0[NewsClient.self].headlines = {
        requests.withValue { $0 += 1 }
        if requests.value < 3 { throw Overloaded() }
        return ["Rain"]
      }
    }

    await store.send(.refreshButtonTapped)
    await clock.advance(by: .seconds(1))
    #expect(requests.value == 2)
    await clock.advance(by: .seconds(2))
    await store.receive(.headlinesLoaded(["Rain"])) { $0.headlines = ["Rain"] }
  }

  @Test func theLastFailureIsShown() async {
    struct Overloaded: Error {}
    let clock = TestClock()
    let store = TestStore(initialState: News.State()) {
      News()
    } withDependencies: {
      $0.continuousClock = clock
      $0[NewsClient.self].headlines = { throw Overloaded() }
    }
    await store.send(.refreshButtonTapped)
    await clock.advance(by: .seconds(7))
    await store.receive(.failed) { $0.hasFailed = true }
  }
}
