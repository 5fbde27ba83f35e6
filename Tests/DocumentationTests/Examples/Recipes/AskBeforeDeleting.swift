import StoreTesting
import Testing

@Suite struct AlertRecipe {
  @Reducer
  struct Trash {
    struct State: Equatable {
      var files = ["a.txt", "b.txt"]
      @Presents var alert: AlertState<Action.Alert>?
    }

    enum Action {
      case emptyButtonTapped
      case alert(PresentationAction<Alert>)

      @CasePathable
      enum Alert: Equatable {
        case confirmed
      }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .emptyButtonTapped:
          state.alert = AlertState {
            TextState("Delete \(state.files.count) files?")
          } actions: {
            ButtonState(role: .destructive, action: .confirmed) { TextState("Delete") }
            ButtonState(role: .cancel) { TextState("Keep") }
          }
          return .none

        case .alert(.presented(.confirmed)):
          state.files = []
          return .none

        case .alert:
          return .none
        }
      }
      .ifLet(\.$alert, action: \.alert)
    }
  }

  @Test func filesAreDeletedWhenThatIsConfirmed() async {
    let store = TestStore(initialState: Trash.State()) { Trash() }

    await store.send(.emptyButtonTapped) {
      $0.alert = AlertState {
        TextState("Delete 2 files?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmed) { TextState("Delete") }
        ButtonState(role: .cancel) { TextState("Keep") }
      }
    }
    await store.send(\.alert.confirmed) {
      $0.files = []
      $0.alert = nil
    }
  }

  @Test func filesAreKept() async {
    let store = TestStore(initialState: Trash.State()) { Trash() }
    store.exhaustivity = .off
    await store.send(.emptyButtonTapped)
    store.exhaustivity = .on
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }
}
