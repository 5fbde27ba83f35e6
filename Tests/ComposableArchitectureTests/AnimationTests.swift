#if !canImport(SwiftUI)
  import ComposableArchitecture
  import Testing

  @Reducer private struct Door {
    struct State: Equatable { var isOpen = false, count = 0 }
    enum Action { case openButtonTapped, opened, counted }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .openButtonTapped:
          return .run { send in await send(.opened, animation: .spring(response: 0.3).delay(0.1)) }.animation()
        case .opened:
          state.isOpen = true
          return .send(.counted, animation: .easeInOut(duration: 0.2).repeatCount(2))
        case .counted:
          state.count += 1
          return .none
        }
      }
    }
  }

  @Reducer private struct House {
    struct State: Equatable { @Presents var door: Door.State? = Door.State() }
    enum Action { case door(PresentationAction<Door.Action>) }
    @Dependency(\.dismiss) private var dismiss
    var body: some ReducerOf<Self> {
      EmptyReducer<State, Action>().ifLet(\.$door, action: \.door) {
        Reduce { [dismiss] _, _ in .run { _ in await dismiss(animation: .default) } }
      }
    }
  }

  /// Sources that animate under SwiftUI do the same here, without an animation.
  @MainActor @Suite struct AnimationTests {
    @Test func actionsAreSentWithoutAnAnimation() async {
      let store = Store(initialState: Door.State()) { Door() }
      await store.send(.openButtonTapped, animation: .default).finish()
      #expect(store.isOpen)
      #expect(store.count == 1)
      let button = ButtonState<Bool>(action: .send(true, animation: .bouncy)) { TextState("Open") }
      #expect(button.action == .send(true))
    }

    @Test func featuresAreDismissedWithoutAnAnimation() async {
      let store = Store(initialState: House.State()) { House() }
      await store.send(.door(.presented(.opened))).finish()
      #expect(store.door == nil)
    }
  }
#endif
