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
    // #include TextState.swift
    #expect(text.description == "Delete everything?")
  }

  @ButtonStateBuilder<Alert> var buttons: [ButtonState<Alert>] {
    // #include ButtonState.swift
    // #include ButtonStateAction.swift
  }

  @Test func aButtonSendsItsAction() {
    #expect(buttons[0] == buttons[1])
  }

  @Test func alert() {
    var state = State()
    // #include AlertState.swift
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
    // #include ConfirmationDialogState.swift
    #expect(state.dialog?.buttons.map(\.action.action) == [.orderChosen(.name), .orderChosen(.date)])
  }
}
