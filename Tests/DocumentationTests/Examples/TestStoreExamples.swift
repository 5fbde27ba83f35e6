import StoreTesting
import Testing

@DependencyClient
struct FeedClient: Sendable {
  var fetch: @Sendable () async throws -> [String]
}

extension FeedClient: DependencyKey {
  static let liveValue = FeedClient(fetch: { [] })
  static let testValue = FeedClient()
}

extension DependencyValues {
  var feedClient: FeedClient {
    get { self[FeedClient.self] }
    set { self[FeedClient.self] = newValue }
  }
}

@Reducer
struct Feed {
  struct State: Equatable {
    var isLoading = false
    var posts: [String] = []
  }
  enum Action {
    case refreshButtonTapped
    case response(Result<[String], Failure>)
    struct Failure: Error {}
  }
  @Dependency(\.feedClient) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .refreshButtonTapped:
      state.isLoading = true
      return .run { send in
        await send(.response(.success(try await client.fetch())))
      } catch: { _, send in
        await send(.response(.failure(Action.Failure())))
      }
    case .response(let result):
      state.isLoading = false
      state.posts = (try? result.get()) ?? []
      return .none
    }
  }
}

// #include TestStore.swift: func refresh

@Suite struct TestStoreExamples {
  @Test func failures() async {
    let store = TestStore(initialState: Feed.State()) {
      Feed()
    } withDependencies: {
      $0.feedClient.fetch = { [] }
    }
    await store.send(.refreshButtonTapped) { $0.isLoading = true }
    // #include TestStore+Receive.swift: await store.receive(\.response.success) {
  }

  @Reducer
  struct Loader {
    struct Row: Equatable, Identifiable {
      let id: Int
      var text = ""
    }
    struct State: Equatable {
      var count = 0
      var rows: IdentifiedArrayOf<Row> = [Row(id: 3)]
    }
    enum Action {
      case appeared
      case load
      case rows(IdentifiedAction<Int, RowAction>)
      case tick
    }
    @CasePathable
    enum RowAction {
      case loaded(String)
      case textChanged(String)
    }
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .appeared:
        return .run { send in
          while true {
            await send(.tick)
            try await clock.sleep(for: .seconds(1))
          }
        }
      case .load:
        return .run { send in await send(.rows(.element(id: 3, action: .loaded("Hello")))) }
      case .rows(.element(let id, .loaded(let text))), .rows(.element(let id, .textChanged(let text))):
        state.rows[id: id]?.text = text
        return .none
      case .tick:
        state.count += 1
        return .none
      }
    }
  }

  @Test func elements() async {
    let store = TestStore(initialState: Loader.State()) { Loader() }
    await store.send(.load)
    // #include TestStore+Receive.swift: await store.receive(\.rows[
  }

  @Test func payloads() async {
    let store = TestStore(initialState: Loader.State()) { Loader() }
    // #include TestStore+Send.swift: await store.send(\.rows[
  }

  @Reducer
  struct Login {
    struct State: Equatable {
      var isLoggedIn = false
    }
    enum Action {
      case logIn
      case loggedIn
    }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard case .logIn = action else {
        state.isLoggedIn = true
        return .none
      }
      return .run { send in await send(.loggedIn) }
    }
  }

  @Test func exhaustivity() async {
    let store = TestStore(initialState: Login.State()) { Login() }
    // #include TestStore+Overrides.swift
    store.assert { $0.isLoggedIn = true }
  }

  @Test func tasks() async {
    let store = TestStore(initialState: Loader.State()) {
      Loader()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    // #include TestStoreTask.swift
  }

  @Test func assertions() async {
    let store = TestStore(initialState: Counter.State(count: 3)) { Counter() }
    // #include TestStore+Expectations.swift
  }
}
