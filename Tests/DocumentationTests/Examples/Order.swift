import StoreTesting
import Testing

/// Loads two things side by side, of which either may come first.
@Reducer
struct Library {
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
      state.favoriteTitles = state.titles.filter(favorites.contains)
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

@Test func favoritesAreFoundInEveryOrder() async {
  await exploreSchedules(.exhaustive(upTo: 10_000)) {
    let store = TestStore(initialState: Library.State()) { Library() }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.skipReceivedActions()
    store.assert { $0.favoriteTitles = ["Dune"] }
  }
}
