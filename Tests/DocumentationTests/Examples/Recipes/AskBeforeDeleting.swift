import StoreTesting
import Testing

@Suite struct AlertRecipe {
  // #include AskBeforeDeleting.md

  @Test func filesAreKept() async {
    let store = TestStore(initialState: Trash.State()) { Trash() }
    store.exhaustivity = .off
    await store.send(.emptyButtonTapped)
    store.exhaustivity = .on
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }
}
