import StoreTesting
import Testing

@Suite struct SignOutRecipe {
  // #include SignOutEverywhere.md: struct SessionClient

  @Reducer
  struct Home {
    struct State: Equatable {
      let user: String
    }

    enum Action {
      case refreshButtonTapped
    }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { _ in try await clock.sleep(for: .seconds(60)) }
    }
  }

  // #include SignOutEverywhere.md: struct App

  // #include SignOutEverywhere.md: func theEndOfASessionEndsAllThatBelongsToIt

  @Test func signingInMakesAHomeOfItsOwn() async {
    let store = TestStore(initialState: App.State()) { App() }
    await store.send(.signedIn(user: "Blob")) { $0.home = Home.State(user: "Blob") }
  }
}
