import StoreTesting
import Testing

/// Forgets that favorites may come last.
@Reducer
struct Bookcase {
  struct State: Equatable {
    var titles: [String] = []
    var favorites: Set<String> = []
    var favoriteTitles: [String] = []
  }

  enum Action {
    case appeared
    case titlesLoaded([String])
    case favoritesLoaded(Set<String>)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .merge(
        .run { send in await send(.favoritesLoaded(["Dune"])) },
        .run { send in await send(.titlesLoaded(["Dune", "Emma"])) }
      )
    case .titlesLoaded(let titles):
      state.titles = titles
      state.favoriteTitles = titles.filter(state.favorites.contains)
      return .none
    case .favoritesLoaded(let favorites):
      state.favorites = favorites
      return .none
    }
  }
}

@Suite struct ExploringStatesExamples {
  @Test func anOlderAnswerIsNotShown() async {
    let store = TestStore(initialState: Suggestions.State()) {
      CarefulSuggestions()
    } withDependencies: {
      $0[TitleClient.self].titles = { query in
        try await choose("titles \(query)", .success(["All about \(query)"]), .failure(NotConnected()))
      }
    }

    await store.send(.queryChanged("a")) {
      $0.query = "a"
    }
    await store.answer("titles a", with: 0)
    await store.receive(.titlesLoaded(["All about a"])) {
      $0.titles = ["All about a"]
    }
    await store.send(.queryChanged("ab")) {
      $0.query = "ab"
      $0.titles = []
    }
    await store.answer("titles ab", with: 1)
    await store.receive(.failed)
  }

  @Test func favoritesAreShownInOneOrder() async {
    let store = TestStore(initialState: Bookcase.State()) { Bookcase() }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.skipReceivedActions()
    store.assert { $0.favoriteTitles = ["Dune"] }
  }

  @Test func favoritesAreShownInEveryOrder() async {
    await withExpectedIssue {
      await exploreSchedules(.exhaustive(upTo: 10_000)) {
        let store = TestStore(initialState: Bookcase.State()) { Bookcase() }
        store.exhaustivity = .off
        await store.send(.appeared)
        await store.skipReceivedActions()
        store.assert { $0.favoriteTitles = ["Dune"] }
      }
    }
  }

  @Test(arguments: [ScheduleExploration.random(100), .priorities(100, bugDepth: 2), .order([1])])
  func otherWaysFindItToo(_ schedules: ScheduleExploration) async {
    await withExpectedIssue {
      await exploreSchedules(schedules) {
        let store = TestStore(initialState: Bookcase.State()) { Bookcase() }
        store.exhaustivity = .off
        await store.send(.appeared)
        await store.skipReceivedActions()
        store.assert { $0.favoriteTitles = ["Dune"] }
      }
    }
  }

  @Test func theOrderIsRunAgain() async {
    await withExpectedIssue {
      let store = TestStore(initialState: Bookcase.State(), schedule: .order([1])) { Bookcase() }
      store.exhaustivity = .off
      await store.send(.appeared)
      await store.skipReceivedActions()
      store.assert { $0.favoriteTitles = ["Dune"] }
    }
  }
}

extension Failures {
  /// Those of the article about explorations.
  static func ofExploring() async -> [String] {
    await withCapturedIssues {
      await exploreSchedules(.exhaustive(upTo: 10_000)) {
        let store = TestStore(initialState: Bookcase.State()) { Bookcase() }
        store.exhaustivity = .off
        await store.send(.appeared)
        await store.skipReceivedActions()
        store.assert { $0.favoriteTitles = ["Dune"] }
      }
    }
    .map(\.message)
  }
}
