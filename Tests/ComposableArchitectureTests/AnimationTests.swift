#if !canImport(SwiftUI)
  import ComposableArchitecture
  import Testing

  @Reducer private struct Door {
    struct State: Equatable {
      var isOpen = false
      var count = 0
    }
    enum Action { case openButtonTapped, opened, counted }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .openButtonTapped:
          return .run { send in
            await send(.opened, animation: .spring(response: 0.3).delay(0.1))
          }
          .animation()
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
  }
#endif
