import Dependencies
import Store
import Testing

@MainActor struct DismissalTests {
  /// The effect begins, and dismisses the sheet, before `send` returns. If it needed a thread of the global pool, which
  /// other code may keep busy, the sheet would stay meanwhile, and another one presented in its place would be dismissed.
  @Test func aDismissalThatWaitsForNothingIsDoneAtOnce() {
    let store = Store(initialState: Screen.State()) { Screen() }
    store.send(.sheet(.presented(.save)))
    #expect(store.sheet == nil)
  }

  @Reducer
  struct Sheet {
    struct State: Equatable, Sendable {}

    enum Action: Sendable {
      case save
    }

    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { _ in await dismiss() }
    }
  }

  @Reducer
  struct Screen {
    @ObservableState
    struct State: Equatable, Sendable {
      @Presents var sheet: Sheet.State? = Sheet.State()
    }

    enum Action: Sendable {
      case sheet(PresentationAction<Sheet.Action>)
    }

    var body: some Reducer<State, Action> {
      EmptyReducer().ifLet(\.$sheet, action: \.sheet) { Sheet() }
    }
  }
}
