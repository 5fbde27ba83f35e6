import StoreTesting
import Testing

/// Remembers what `Bookcase` forgets: either of the two answers may come first.
struct Library: Reducer {
  func reduce(into state: inout Bookcase.State, action: Bookcase.Action) -> Effect<Bookcase.Action> {
    defer { state.favoriteTitles = state.titles.filter(state.favorites.contains) }
    return Bookcase().reduce(into: &state, action: action)
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
