/// Remembers what `Bookcase` forgets: either of the two answers may come first.
struct Library: Reducer {
  func reduce(into state: inout Bookcase.State, action: Bookcase.Action) -> Effect<Bookcase.Action> {
    defer { state.favoriteTitles = state.titles.filter(state.favorites.contains) }
    return Bookcase().reduce(into: &state, action: action)
  }
}
