import StoreTesting
import Testing

@Suite struct SignOutRecipe {
  @DependencyClient
  struct SessionClient: TestDependencyKey {
    var endings: @Sendable () -> AsyncStream<Void> = { .finished }

    static let testValue = SessionClient()
  }

  @Reducer
  struct Home {
    struct State: Equatable {
      let user: String
    }

    enum Action {
      case refreshButtonTapped
    }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { _ in try await clock.sleep(for: .seconds(60)) }
    }
  }

  @Reducer
  struct App {
    struct State: Equatable {
      var home: Home.State?
    }

    enum Action {
      case task
      case signedIn(user: String)
      case sessionEnded
      case home(Home.Action)
    }

    @Dependency(SessionClient.self) var session

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .task:
          return .run { send in
            for await _ in session.endings() { await send(.sessionEnded) }
          }

        case .signedIn(let user):
          state.home = Home.State(user: user)
          return .none

        case .sessionEnded:
          state.home = nil
          return .none

        case .home:
          return .none
        }
      }
      .ifLet(\.home, action: \.home) { Home() }
    }
  }

  @Test func theEndOfASessionEndsAllThatBelongsToIt() async {
    let (endings, session) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: App.State(home: Home.State(user: "Blob"))) {
      App()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0[SessionClient.self].endings = { endings }
    }

    let task = await store.send(.task)
    await store.send(.home(.refreshButtonTapped))
    session.yield()
    await store.receive(\.sessionEnded) { $0.home = nil }
    await task.cancel()
  }

  @Test func signingInMakesAHomeOfItsOwn() async {
    let store = TestStore(initialState: App.State()) { App() }
    await store.send(.signedIn(user: "Blob")) { $0.home = Home.State(user: "Blob") }
  }
}
