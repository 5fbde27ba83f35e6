import ComposableArchitecture
import Testing

private struct Toast: Equatable, _EphemeralState {
  typealias Action = Bool
}

@Reducer private struct Toaster {
  struct State: Equatable { @Presents var toast: Toast? = Toast() }
  enum Action { case toast(PresentationAction<Bool>) }

  var body: some ReducerOf<Self> {
    EmptyReducer<State, Action>().ifLet(\.$toast, action: \.toast) { EmptyReducer() }
  }
}

/// The protocol has the name that it has in the Composable Architecture, too.
@MainActor
@Test func aToastEndsWithItsFirstAction() async {
  let store = TestStore(initialState: Toaster.State()) { Toaster() }
  await store.send(.toast(.presented(true))) { $0.toast = nil }
}
