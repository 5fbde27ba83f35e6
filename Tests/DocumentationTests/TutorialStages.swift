import StoreTesting
import Testing

@testable import RepoSearch

/// The versions of the tutorial's feature before the last one, with the same lines as in the tutorial, and the tests
/// that the tutorial runs with them. The last version is in `Examples/RepoSearch`.
enum TutorialStages {
  typealias Repository = RepoSearch.Repository

  /// The version that searches at each keystroke.
  enum Immediate {
    @Reducer
    struct RepositorySearch {
      struct State: Equatable, Encodable {
        var query = ""
        var results: IdentifiedArrayOf<Repository> = []
        var nextPage: Int?
        var isLoading = false
        var failure: String?
      }

      enum Action: Equatable, Codable {
        case queryChanged(String)
        case rowAppeared(id: Repository.ID)
        case pageLoaded(RepositoryPage)
        case pageFailed(SearchError)
      }

      @Dependency(\.gitHubClient) var gitHubClient

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .queryChanged(let query):
            state = State(query: query)
            guard !query.isEmpty else { return .none }
            return load(page: 1, &state)

          case .rowAppeared(let id):
            guard id == state.results.last?.id, let nextPage = state.nextPage, !state.isLoading else { return .none }
            return load(page: nextPage, &state)

          case .pageLoaded(let page):
            state.isLoading = false
            state.results.append(contentsOf: page.items)
            state.nextPage = page.nextPage
            return .none

          case .pageFailed(let error):
            state.isLoading = false
            state.failure = error.message
            return .none
          }
        }
      }

      private func load(page: Int, _ state: inout State) -> Effect<Action> {
        state.isLoading = true
        state.failure = nil
        let query = state.query
        return .run(name: "Load page \(page)") { send in
          await send(.pageLoaded(try await gitHubClient.searchRepositories(query: query, page: page)))
        } catch: { error, send in
          await send(.pageFailed(error as? SearchError ?? SearchError(message: "\(error)")))
        }
      }
    }

    enum First {
      struct RepositorySearchTests {
        func searches() async {
          let store = TestStore(initialState: RepositorySearch.State()) {
            RepositorySearch()
          } withDependencies: {
            $0.gitHubClient.searchRepositories = { query, page in .sample(query, page) }
          }
          await store.send(.queryChanged("swift")) {
            $0.query = "swift"
          }
        }
      }
    }

    struct RepositorySearchTests {
      func searches() async {
        let store = TestStore(initialState: RepositorySearch.State()) {
          RepositorySearch()
        } withDependencies: {
          $0.gitHubClient.searchRepositories = { query, page in .sample(query, page) }
        }
        await store.send(.queryChanged("swift")) {
          $0.query = "swift"
          $0.isLoading = true
        }
        await store.receive(.pageLoaded(.sample("swift", 1))) {
          $0.isLoading = false
          $0.results = [.sample("swift", 1)]
          $0.nextPage = 2
        }
      }

      func loadsThePageAfterTheLastRow() async {
        let state = RepositorySearch.State(query: "swift", results: [.sample("swift", 1)], nextPage: 2)
        let store = TestStore(initialState: state) {
          RepositorySearch()
        } withDependencies: {
          $0.gitHubClient.searchRepositories = { query, page in .sample(query, page) }
        }
        await store.send(.rowAppeared(id: 1)) {
          $0.isLoading = true
        }
        await store.receive(.pageLoaded(.sample("swift", 2))) {
          $0.isLoading = false
          $0.results.append(.sample("swift", 2))
          $0.nextPage = nil
        }
        await store.send(.rowAppeared(id: 2))
      }

      func showsWhyASearchFailed() async {
        let store = TestStore(initialState: RepositorySearch.State()) {
          RepositorySearch()
        } withDependencies: {
          $0.gitHubClient.searchRepositories = { _, _ in throw SearchError(message: "There is no network.") }
        }
        await store.send(.queryChanged("swift")) {
          $0.query = "swift"
          $0.isLoading = true
        }
        await store.receive(.pageFailed(SearchError(message: "There is no network."))) {
          $0.isLoading = false
          $0.failure = "There is no network."
        }
      }
    }
  }

  /// The version that searches when typing pauses, but in which a page of an older query may arrive late.
  enum Debounced {
    @Reducer
    struct RepositorySearch {
      struct State: Equatable, Encodable {
        var query = ""
        var results: IdentifiedArrayOf<Repository> = []
        var nextPage: Int?
        var isLoading = false
        var failure: String?
      }

      enum Action: Equatable, Codable {
        case queryChanged(String)
        case rowAppeared(id: Repository.ID)
        case pageLoaded(RepositoryPage)
        case pageFailed(SearchError)
      }

      enum CancelID { case search }

      @Dependency(\.gitHubClient) var gitHubClient

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .queryChanged(let query):
            state = State(query: query)
            guard !query.isEmpty else { return .cancel(id: CancelID.search) }
            return load(page: 1, &state).debounce(id: CancelID.search, for: .milliseconds(300))

          case .rowAppeared(let id):
            guard id == state.results.last?.id, let nextPage = state.nextPage, !state.isLoading else { return .none }
            return load(page: nextPage, &state)

          case .pageLoaded(let page):
            state.isLoading = false
            state.results.append(contentsOf: page.items)
            state.nextPage = page.nextPage
            return .none

          case .pageFailed(let error):
            state.isLoading = false
            state.failure = error.message
            return .none
          }
        }
      }

      private func load(page: Int, _ state: inout State) -> Effect<Action> {
        state.isLoading = true
        state.failure = nil
        let query = state.query
        return .run(name: "Load page \(page)") { send in
          await send(.pageLoaded(try await gitHubClient.searchRepositories(query: query, page: page)))
        } catch: { error, send in
          await send(.pageFailed(error as? SearchError ?? SearchError(message: "\(error)")))
        }
      }
    }

    enum WithoutClock {
      struct RepositorySearchTests {
        func searches() async {
          let store = TestStore(initialState: RepositorySearch.State()) {
            RepositorySearch()
          } withDependencies: {
            $0.gitHubClient.searchRepositories = { query, page in .sample(query, page) }
          }
          await store.send(.queryChanged("swift")) {
            $0.query = "swift"
            $0.isLoading = true
          }
          await store.receive(.pageLoaded(.sample("swift", 1))) {
            $0.isLoading = false
            $0.results = [.sample("swift", 1)]
            $0.nextPage = 2
          }
        }
      }
    }

    struct StaleResultsTests {
      func resultsAlwaysMatchTheQuery() async {
        await exploreStates(of: RepositorySearch.State()) {
          RepositorySearch()
        } withDependencies: {
          $0.gitHubClient.searchRepositories = { query, page in
            try await choose(
              "\(query), page \(page)",
              .success(.sample(query, page)),
              .failure(SearchError(message: "There is no network."))
            )
          }
        } actions: { state in
          RepositorySearch.Action.queryChanged("swift")
          RepositorySearch.Action.queryChanged("vapor")
          RepositorySearch.Action.queryChanged("")
          if let last = state.results.last { RepositorySearch.Action.rowAppeared(id: last.id) }
        } always: { state in
          #expect(state.results.allSatisfy { $0.fullName.hasPrefix(state.query) })
        } whenSettled: { state in
          #expect(!state.isLoading)
        }
      }

      func aNewQueryCancelsThePage() async {
        let clock = TestClock()
        let state = RepositorySearch.State(query: "swift", results: [.sample("swift", 1)], nextPage: 2)
        let store = TestStore(initialState: state) {
          RepositorySearch()
        } withDependencies: {
          $0.continuousClock = clock
          $0.gitHubClient.searchRepositories = { query, page in
            try await clock.sleep(for: .seconds(1))
            return .sample(query, page)
          }
        }
        await store.send(.rowAppeared(id: 1)) {
          $0.isLoading = true
        }
        await store.send(.queryChanged("vapor")) {
          $0.query = "vapor"
          $0.results = []
          $0.nextPage = nil
        }
        await clock.advance(by: .seconds(2))
        await store.receive(.pageLoaded(.sample("vapor", 1))) {
          $0.isLoading = false
          $0.results = [.sample("vapor", 1)]
          $0.nextPage = 2
        }
      }
    }
  }
}

extension RepositoryPage {
  static func sample(_ query: String, _ page: Int) -> RepositoryPage {
    RepositoryPage(items: [.sample(query, page)], nextPage: page == 1 ? 2 : nil)
  }
}

extension RepoSearch.Repository {
  static func sample(_ query: String, _ id: Int) -> Self {
    Self(id: id, fullName: "\(query)/\(id)", stargazersCount: 10)
  }
}
