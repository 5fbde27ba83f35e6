import Foundation
import StoreTesting
import Testing

@testable import StoreCore

@Suite struct AlertStateTests {
  enum Action: String, Codable {
    case deletionConfirmed, archived
  }
  let alert = AlertState<Action> {
    TextState("Delete “Soup”?")
  } actions: {
    ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
    ButtonState(role: .cancel) { TextState("Keep") }
  } message: {
    TextState("It will be gone.")
  }
  let dialog = ConfirmationDialogState<Action> {
    TextState("Soup")
  } actions: {
    ButtonState(action: .send(.archived)) { TextState("Archive").italic() }
  }

  struct Reader: Reducer {
    struct State: Equatable {
      @Presents var alert: AlertState<Never>?
    }
    @CasePathable enum Action {
      case alert(PresentationAction<Never>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.alert, action: \.alert)
    }
  }

  /// As the Composable Architecture allows it.
  @Test func itsPropertyMayBeNamedWithoutTheDollarSign() {
    var state = Reader.State(alert: AlertState { TextState("Done") })
    _ = Reader().reduce(into: &state, action: .alert(.dismiss))
    #expect(state.alert == nil)
  }

  @Test func buttons() async {
    let button = alert.buttons[0]
    #expect(button.label == TextState("Delete") && button.role == .destructive)
    #expect(button.action == .send(.deletionConfirmed))
    #expect(ButtonState<Action> { TextState("OK") }.role == nil)
    var actions: [Action?] = []
    for button in alert.buttons { button.withAction { actions.append($0) } }
    for button in alert.buttons {
      await button.withAction { action in
        await Task.yield()
        actions.append(action)
      }
    }
    #expect(actions == [.deletionConfirmed, nil, .deletionConfirmed, nil])
  }

  @Test(arguments: [true, false]) func buttonsAreMadeByStatements(isOwner: Bool) {
    let alert = AlertState<Int> {
      isOwner ? TextState("Mine") : TextState("Theirs")
    } actions: {
      if isOwner {
        ButtonState(action: 0) { TextState("Delete") }
      }
      if isOwner {
        ButtonState(action: 1) { TextState("Share") }
      } else {
        ButtonState(action: 2) { TextState("Request") }
        ButtonState(action: 3) { TextState("Report") }
      }
      for number in 4...5 {
        ButtonState(action: number) { TextState("\(number)") }
      }
    }
    #expect(alert.buttons.map(\.action.action) == (isOwner ? [0, 1, 4, 5] : [2, 3, 4, 5]))
    #expect(alert.message == nil)
    let withMessage = AlertState<Action> {
      TextState("Done")
    } message: {
      TextState("All is well.")
    }
    #expect(withMessage.message == TextState("All is well.") && withMessage.buttons.isEmpty)
  }

  @Test func map() {
    let mapped = alert.map { $0.map { "\($0)!" } ?? "nothing" }
    #expect(mapped.title == alert.title)
    #expect(mapped.message == alert.message)
    #expect(mapped.buttons.map(\.action.action) == ["deletionConfirmed!", "nothing"])
    #expect(mapped.buttons.map(\.role) == [.destructive, .cancel])
    #expect(mapped.map { $0.flatMap { Action(rawValue: String($0.dropLast())) } } == alert)

    var dialog = dialog
    dialog.titleVisibility = .hidden
    dialog.message = TextState("?")
    #expect(dialog.map { $0.map { [$0] } }.map { $0?.first } == dialog)
  }

  @Test func json() throws {
    try expectJSON(
      alert,
      #"{"buttons":[{"action":"deletionConfirmed","label":"Delete","role":"destructive"},"#
        + #"{"label":"Keep","role":"cancel"}],"message":"It will be gone.","title":"Delete “Soup”?"}"#
    )
    try expectJSON(
      dialog,
      #"{"buttons":[{"action":"archived","label":[{"styles":["italic"],"text":"Archive"}]}],"#
        + #""title":"Soup","titleVisibility":"automatic"}"#
    )
  }

  @Test func plainText() {
    #expect(
      alert.description == """
        Delete “Soup”?
        It will be gone.
          1. Delete (destructive)
          2. Keep (cancel)
        """
    )
    var dialog = dialog
    #expect("\(dialog)" == "Soup\n  1. Archive")
    dialog.titleVisibility = .hidden
    #expect("\(dialog)" == "  1. Archive")
    #expect("\(AlertState<Never> { TextState("Done") })" == "Done")
  }

  @Test func messages() {
    #expect(
      valueDump(alert.buttons[0]) == """
        ButtonState<AlertStateTests.Action>(
          label: "Delete",
          role: .destructive,
          action: .deletionConfirmed
        )
        """
    )
    #expect(valueDump(alert).hasPrefix("AlertState<AlertStateTests.Action>(\n  title: \"Delete “Soup”?\",\n"))
  }

  @Test func idsTellAlertsApartThatAreEqual() throws {
    func makeAlert() -> AlertState<Action> { AlertState { TextState("Done") } }
    let alert = makeAlert()
    var copy = alert
    copy.message = TextState("All is well.")
    #expect(copy.id == alert.id && copy != alert)
    #expect(copy.map { $0 }.id == alert.id && dialog.map { $0 }.id == dialog.id)
    let decoded = try JSONDecoder().decode(AlertState<Action>.self, from: JSONEncoder().encode(alert))
    #expect(Set([alert.id, makeAlert().id, decoded.id]).count == 3)
    #expect(Set([alert, makeAlert(), decoded]).count == 1)
  }

  /// Sets would be slow if a part was not hashed.
  @Test func everyPartIsComparedAndHashed() {
    func expectDifferent<Value: Hashable>(_ value: Value, _ changes: (inout Value) -> Void...) {
      var values: Set<Value> = [value]
      var hashes: Set<Int> = [value.hashValue]
      for change in changes {
        var value = value
        change(&value)
        values.insert(value)
        hashes.insert(value.hashValue)
      }
      #expect(values.count == changes.count + 1 && hashes.count == changes.count + 1)
    }
    expectDifferent(alert) {
      $0.title = TextState("Failed")
    } _: {
      $0.message = TextState("All is well.")
    } _: {
      $0.buttons = []
    } _: {
      $0.buttons[0] = ButtonState(role: .cancel, action: .deletionConfirmed) { TextState("Delete") }
    } _: {
      $0.buttons[0] = ButtonState(role: .destructive, action: .archived) { TextState("Delete") }
    } _: {
      $0.buttons[0] = ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Archive") }
    }
    expectDifferent(dialog) {
      $0.title = TextState("Failed")
    } _: {
      $0.titleVisibility = .visible
    } _: {
      $0.message = TextState("All is well.")
    } _: {
      $0.buttons = []
    }
  }
}

/// Alerts and dialogs in the state of the feature that shows them.
@MainActor
@Suite struct AlertPresentationTests {
  /// Presents the alert again when the answer is `again`, for each place in which an alert can be stored.
  @Reducer struct Insistent {
    @Reducer(state: .equatable)
    enum Destination {
      case alert(AlertState<Answer>)
    }
    struct State: Equatable {
      var optional: AlertState<Answer>?
      @Presents var presented: ConfirmationDialogState<Answer>?
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

    static func alert() -> AlertState<Answer> { AlertState { TextState("Really?") } }
    static func dialog() -> ConfirmationDialogState<Answer> { ConfirmationDialogState { TextState("Really?") } }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask: state = Insistent.asking
        case .optional(.again): state.optional = Insistent.alert()
        case .presented(.presented(.again)): state.presented = Insistent.dialog()
        case .destination(.presented(.alert(.again))): state.destination = .alert(Insistent.alert())
        default: break
        }
        return .none
      }
      .ifLet(\.optional, action: \.optional)
      .ifLet(\.$presented, action: \.presented)
      .ifLet(\.$destination, action: \.destination)
    }

    static var asking: State {
      State(optional: alert(), presented: dialog(), destination: .alert(alert()))
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
}
