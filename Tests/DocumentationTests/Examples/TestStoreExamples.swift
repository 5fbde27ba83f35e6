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

@Test func refresh() async {
  let store = TestStore(initialState: Feed.State()) {
    Feed()
  } withDependencies: {
    $0.feedClient.fetch = { ["Hello"] }
  }
  await store.send(.refreshButtonTapped) {
    $0.isLoading = true
  }
  await store.receive(\.response) {
    $0.isLoading = false
    $0.posts = ["Hello"]
  }
}

@Suite struct TestStoreExamples {
  @Test func failures() async {
    let store = TestStore(initialState: Feed.State()) {
      Feed()
    } withDependencies: {
      $0.feedClient.fetch = { [] }
    }
    await store.send(.refreshButtonTapped) { $0.isLoading = true }
    await store.receive(\.response.success) {
      $0.isLoading = false
    }
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
    await store.receive(\.rows[id: 3].loaded, "Hello") {
      $0.rows[id: 3]?.text = "Hello"
    }
  }

  @Test func payloads() async {
    let store = TestStore(initialState: Loader.State()) { Loader() }
    await store.send(\.rows[id: 3].textChanged, "Hello") {
      $0.rows[id: 3]?.text = "Hello"
    }
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
    await store.withExhaustivity(.off) {
      await store.send(.logIn)
      await store.receive(\.loggedIn)
    }
    store.assert { $0.isLoggedIn = true }
  }

  @Test func tasks() async {
    let store = TestStore(initialState: Loader.State()) {
      Loader()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    let task = await store.send(.appeared)
    await store.receive(\.tick) { $0.count = 1 }
    await task.cancel()
  }

  @Test func assertions() async {
    let store = TestStore(initialState: Counter.State(count: 3)) { Counter() }
    store.assert { $0.count = 3 }
  }
}
