import StoreTesting
import Testing

/// Loads two things side by side. `isCareful` says whether it minds that either may come first.
struct Library: Reducer {
  struct State: Equatable {
    var titles: [String] = []
    var favorites: Set<String> = []
    var favoriteTitles: [String] = []
  }

  enum Action: Equatable {
    case appeared
    case titlesLoaded([String])
    case favoritesLoaded(Set<String>)
  }

  var isCareful = true

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
      if isCareful { state.favoriteTitles = state.titles.filter(favorites.contains) }
      return .none
    }
  }
}

@Test func favoritesAreFoundInAnyOrder() async {
  await exploreSchedules(200) {
    let store = TestStore(initialState: Library.State()) { Library() }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.skipReceivedActions()
    store.assert { $0.favoriteTitles = ["Dune"] }
  }
}

/// What the test above is there to find.
@Test func anOrderThatFailsIsFound() async {
  await withExpectedIssue {
    await exploreSchedules(200) {
      let store = TestStore(initialState: Library.State()) { Library(isCareful: false) }
      store.exhaustivity = .off
      await store.send(.appeared)
      await store.skipReceivedActions()
      store.assert { $0.favoriteTitles = ["Dune"] }
    }
  } matching: {
    $0.message.contains("schedule: .random(seed: ")
  }
}
