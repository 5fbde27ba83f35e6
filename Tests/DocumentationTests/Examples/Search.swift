import StoreTesting
import Testing

@DependencyClient
struct SearchClient: Sendable {
  var titles: @Sendable (_ query: String) async throws -> [String]
}

extension SearchClient: DependencyKey {
  static let liveValue = SearchClient(titles: { query in try await downloadTitles(matching: query) })
  static let mockValue = SearchClient(titles: { query in ["\(query) 1", "\(query) 2"] })
  static let testValue = SearchClient()
}

extension DependencyValues {
  var searchClient: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}

@Reducer
struct Search {
  struct State: Equatable {
    var query = ""
    var titles: [String] = []
    var problem: String?
  }

  enum Action: Equatable {
    case queryChanged(String)
    case titlesLoaded([String])
    case failed(String)
    case cancelButtonTapped
  }

  enum CancelID { case search }

  @Dependency(\.searchClient) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return .run { send in
        await send(.titlesLoaded(try await client.titles(query: query)))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)

    case .titlesLoaded(let titles):
      state.titles = titles
      return .none

    case .failed(let problem):
      state.problem = problem
      return .none

    case .cancelButtonTapped:
      return .cancel(id: CancelID.search)
    }
  }
}

private struct Offline: Error {}

/// Stands for a download. The tests must not get here.
private func downloadTitles(matching query: String) async throws -> [String] {
  throw Offline()
}

@Test func titlesAreShown() async {
  let store = TestStore(initialState: Search.State()) {
    Search()
  } withDependencies: {
    $0.searchClient.titles = { query in ["All about \(query)"] }
  }

  await store.send(.queryChanged("swift")) {
    $0.query = "swift"
  }
  await store.receive(.titlesLoaded(["All about swift"])) {
    $0.titles = ["All about swift"]
  }
}

@Test func aNewerSearchWins() async {
  await exploreSchedules(200) {
    let clock = TestClock()
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.titles = { query in
        try await clock.sleep(for: .seconds(1))
        return [query]
      }
    }
    store.exhaustivity = .off

    await store.send(.queryChanged("sw"))
    await store.send(.queryChanged("swift"))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    store.assert { $0.titles = ["swift"] }
  }
}

/// What the other test is there to find: a search that does not cancel the older one.
@Test func anOlderSearchThatWinsIsFound() async {
  struct CarelessSearch: Reducer {
    @Dependency(\.searchClient) var client

    func reduce(into state: inout Search.State, action: Search.Action) -> Effect<Search.Action> {
      switch action {
      case .queryChanged(let query):
        return .run { send in await send(.titlesLoaded(try await client.titles(query: query))) }
      case .titlesLoaded(let titles):
        state.titles = titles
        return .none
      case .failed, .cancelButtonTapped:
        return .none
      }
    }
  }

  await withExpectedIssue {
    await exploreSchedules(200) {
      let clock = TestClock()
      let store = TestStore(initialState: Search.State()) {
        CarelessSearch()
      } withDependencies: {
        $0.searchClient.titles = { query in
          try await clock.sleep(for: .seconds(1))
          return [query]
        }
      }
      store.exhaustivity = .off
      await store.send(.queryChanged("sw"))
      await store.send(.queryChanged("swift"))
      await clock.advance(by: .seconds(1))
      await store.skipReceivedActions()
      store.assert { $0.titles = ["swift"] }
    }
  } matching: {
    $0.message.contains("schedule: .random(seed: ")
  }
}

@MainActor
@Test func aStoreOnMockValues() async {
  let store = Store(initialState: Search.State()) {
    Search()
  } withDependencies: {
    $0.context = .mock
  }
  await store.send(.queryChanged("swift")).finish()
  #expect(store.titles == ["swift 1", "swift 2"])
}

@Test func failuresAreShown() async {
  let store = TestStore(initialState: Search.State()) {
    Search()
  } withDependencies: {
    $0.searchClient.titles = { _ in throw Offline() }
  }
  await store.send(.queryChanged("swift")) { $0.query = "swift" }
  await store.receive(.failed("Offline()")) { $0.problem = "Offline()" }
}
