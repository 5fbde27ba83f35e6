import StoreTesting
import Testing

/// Alerts and dialogs in the state of the feature that shows them.
@MainActor
@Suite struct AlertPresentationTests {
  @Reducer struct Recipe {
    struct State: Equatable {
      var servings = 2
      var isDeleted = false
      @Presents var alert: AlertState<Action.Alert>?
      @Presents var dialog: ConfirmationDialogState<Action.Dialog>?
    }
    enum Action {
      case deleteButtonTapped
      case servingsButtonTapped
      case alert(PresentationAction<Alert>)
      case dialog(PresentationAction<Dialog>)

      enum Alert: Equatable { case deletionConfirmed }
      enum Dialog: Equatable { case servingsChosen(Int) }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .deleteButtonTapped:
          state.alert = AlertState {
            TextState("Delete?")
          } actions: {
            ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
            ButtonState(role: .cancel) { TextState("Keep") }
          }
        case .servingsButtonTapped:
          state.dialog = ConfirmationDialogState {
            TextState("Servings")
          } actions: {
            for servings in [1, 2, 4] {
              ButtonState(action: .servingsChosen(servings)) { TextState("\(servings)") }
            }
          }
        case .alert(.presented(.deletionConfirmed)):
          state.isDeleted = true
        case .dialog(.presented(.servingsChosen(let servings))):
          state.servings = servings
        case .alert, .dialog:
          break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.$dialog, action: \.dialog)
    }
  }

  @Test func choosingClosesAnAlert() async {
    let store = TestStore(initialState: Recipe.State()) { Recipe() }
    await store.send(.deleteButtonTapped) {
      $0.alert = AlertState {
        TextState("Delete?")
      } actions: {
        ButtonState(role: .destructive, action: .deletionConfirmed) {
          TextState("Delete")
        }
        ButtonState(role: .cancel) {
          TextState("Keep")
        }
      }
    }
    await store.send(.alert(.presented(.deletionConfirmed))) {
      $0.alert = nil
      $0.isDeleted = true
    }
  }

  /// Presents the alert again when the answer is `again`, for each place in which an alert can be stored.
  @Reducer struct Insistent {
    @Reducer(state: .equatable)
    enum Destination {
      case alert(AlertState<Answer>)
      case dialog(ConfirmationDialogState<Answer>)
    }
    struct State: Equatable {
      var optional: AlertState<Answer>?
      @Presents var presented: AlertState<Answer>?
      @Presents var destination: Destination.State?
    }
    enum Action {
      case ask
      case optional(Answer)
      case presented(PresentationAction<Answer>)
      case destination(PresentationAction<Destination.Action>)
    }
    @CasePathable enum Answer: Equatable {
      case again
      case fine
    }

    static func question() -> AlertState<Answer> {
      AlertState { TextState("Really?") }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask: state = Insistent.asking
        case .optional(.again): state.optional = Insistent.question()
        case .presented(.presented(.again)): state.presented = Insistent.question()
        case .destination(.presented(.alert(.again))): state.destination = .alert(Insistent.question())
        default: break
        }
        return .none
      }
      .ifLet(\.optional, action: \.optional)
      .ifLet(\.$presented, action: \.presented)
      .ifLet(\.$destination, action: \.destination)
    }

    static var asking: State {
      State(optional: question(), presented: question(), destination: .alert(question()))
    }
  }

  @Test func anAlertThatFollowsOneThatSaidTheSameStays() async {
    let store = TestStore(initialState: Insistent.State()) { Insistent() }
    await store.send(.ask) { $0 = Insistent.asking }
    await store.send(.optional(.again))
    await store.send(.presented(.presented(.again)))
    await store.send(.destination(.presented(.alert(.again))))
    await store.send(.optional(.fine)) { $0.optional = nil }
    await store.send(.presented(.presented(.fine))) { $0.presented = nil }
    await store.send(.destination(.presented(.alert(.fine)))) { $0.destination = nil }
  }

  @Test func whatShowsADialogSendsWhatIsChosen() async throws {
    let store = Store(initialState: Recipe.State()) { Recipe() }
    store.send(.servingsButtonTapped)
    let dialog = try #require(store.dialog)
    #expect(
      dialog.description == """
        Servings
          1. 1
          2. 2
          3. 4
        """
    )
    dialog.buttons[2].withAction { action in
      if let action { store.send(.dialog(.presented(action))) } else { store.send(.dialog(.dismiss)) }
    }
    #expect(store.servings == 4)
    #expect(store.dialog == nil)

    store.send(.deleteButtonTapped)
    store.send(.alert(.dismiss))
    #expect(store.alert == nil)
    #expect(!store.isDeleted)
  }
}
