import Store
import Testing

@Suite struct AlertExamples {
  enum Alert: Equatable {
    case deletionConfirmed
  }

  enum Order: String, CaseIterable {
    case name = "Name"
    case date = "Date"
  }

  enum Dialog: Equatable {
    case orderChosen(Order)
  }

  struct State: Equatable {
    var name = "Soup"
    var alert: AlertState<Alert>?
    var dialog: ConfirmationDialogState<Dialog>?
  }

  @Test func text() {
    let text = TextState("Delete ") + TextState("everything").bold() + TextState("?")
    print(text)  // Delete everything?
    #expect(text.description == "Delete everything?")
  }

  @ButtonStateBuilder<Alert> var buttons: [ButtonState<Alert>] {
    ButtonState(role: .destructive, action: .deletionConfirmed) {
      TextState("Delete")
    }
    ButtonState(role: .destructive, action: .send(.deletionConfirmed)) {
      TextState("Delete")
    }
  }

  @Test func aButtonSendsItsAction() {
    #expect(buttons[0] == buttons[1])
  }

  @Test func alert() {
    var state = State()
    state.alert = AlertState {
      TextState("Delete “\(state.name)”?")
    } actions: {
      ButtonState(role: .destructive, action: .deletionConfirmed) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) {
        TextState("Keep")
      }
    } message: {
      TextState("This can't be undone.")
    }
    #expect(
      state.alert?.description == """
        Delete “Soup”?
        This can't be undone.
          1. Delete (destructive)
          2. Keep (cancel)
        """
    )
  }

  @Test func dialog() {
    var state = State()
    state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
      TextState("Sort by")
    } actions: {
      for order in Order.allCases {
        ButtonState(action: .orderChosen(order)) {
          TextState(order.rawValue)
        }
      }
    }
    #expect(state.dialog?.buttons.map(\.action.action) == [.orderChosen(.name), .orderChosen(.date)])
  }
}
