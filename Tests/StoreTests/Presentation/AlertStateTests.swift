import Foundation
import StoreTesting
import Testing

@testable import StoreCore

@Suite struct AlertStateTests {
  enum Action: String, Codable { case deletionConfirmed, archived }
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

  /// As the Composable Architecture allows it.
  @Test func itsPropertyMayBeNamedWithoutTheDollarSign() {
    var state: AlertState<Action>? = alert
    let reducer = EmptyReducer<AlertState<Action>?, PresentationAction<Action>>().ifLet(\.self, action: \.self)
    _ = reducer.reduce(into: &state, action: .dismiss)
    #expect(state == nil)
  }

  @Test func buttons() async {
    let button = alert.buttons[0]
    #expect(button.label == TextState("Delete") && button.role == .destructive)
    #expect(button.action == .send(.deletionConfirmed) && ButtonState<Action> { TextState("OK") }.role == nil)
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
      if isOwner { ButtonState(action: 0) { TextState("Delete") } }
      if isOwner {
        ButtonState(action: 1) { TextState("Share") }
      } else {
        ButtonState(action: 2) { TextState("Request") }
        ButtonState(action: 3) { TextState("Report") }
      }
      for number in 4...5 { ButtonState(action: number) { TextState("\(number)") } }
    }
    #expect(alert.buttons.map(\.action.action) == (isOwner ? [0, 1, 4, 5] : [2, 3, 4, 5]) && alert.message == nil)
    let withMessage = AlertState<Action> {
      TextState("Done")
    } message: {
      TextState("All is well.")
    }
    #expect(withMessage.message == TextState("All is well.") && withMessage.buttons.isEmpty)
  }

  @Test func map() {
    let mapped = alert.map { $0.map { "\($0)!" } ?? "nothing" }
    #expect(mapped.buttons.map(\.action.action) == ["deletionConfirmed!", "nothing"])
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
    #expect(alert.description == "Delete “Soup”?\nIt will be gone.\n  1. Delete (destructive)\n  2. Keep (cancel)")
    #expect("\(dialog)" == "Soup\n  1. Archive")
    var dialog = dialog
    dialog.titleVisibility = .hidden
    #expect("\(dialog)" == "  1. Archive")
    #expect("\(AlertState<Never> { TextState("Done") })" == "Done")
  }

  @Test func messages() {
    let properties = "label: \"Delete\",\n  role: .destructive,\n  action: .deletionConfirmed"
    #expect(valueDump(alert.buttons[0]) == "ButtonState<AlertStateTests.Action>(\n  \(properties)\n)")
    #expect(valueDump(alert).hasPrefix("AlertState<AlertStateTests.Action>(\n  title: \"Delete “Soup”?\",\n"))
    let rest = "titleVisibility: .automatic,\n  message: nil,\n  buttons: ["
    #expect(valueDump(dialog).contains("  title: \"Soup\",\n  \(rest)"))
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
    func expectDifferent<Value: Hashable>(_ value: Value, _ changes: [(inout Value) -> Void]) {
      let values = changes.reduce(into: [value]) { values, change in
        values.append(value)
        change(&values[values.count - 1])
      }
      #expect(Set(values).count == values.count && Set(values.map(\.hashValue)).count == values.count)
    }
    typealias Button = ButtonState<Action>
    expectDifferent(
      alert,
      [
        { $0.title = TextState("Failed") }, { $0.message = TextState("All is well.") }, { $0.buttons = [] },
        { $0.buttons[0] = Button(role: .cancel, action: .deletionConfirmed) { TextState("Delete") } },
        { $0.buttons[0] = Button(role: .destructive, action: .archived) { TextState("Delete") } },
        { $0.buttons[0] = Button(role: .destructive, action: .deletionConfirmed) { TextState("Archive") } },
      ]
    )
    expectDifferent(
      dialog,
      [
        { $0.title = TextState("Failed") }, { $0.titleVisibility = .visible },
        { $0.message = TextState("All is well.") }, { $0.buttons = [] },
      ]
    )
  }
}

@MainActor @Suite struct AlertPresentationTests {
  /// Presents the alert again when the answer is `again`, for each place in which an alert can be stored.
  @Reducer struct Insistent {
    @Reducer(state: .equatable) enum Destination { case alert(AlertState<Answer>) }
    struct State: Equatable {
      var optional: AlertState<Answer>?
      @Presents var presented: ConfirmationDialogState<Answer>?
      @Presents var destination: Destination.State?
    }
    enum Action {
      case ask, optional(Answer), presented(PresentationAction<Answer>)
      case destination(PresentationAction<Destination.Action>)
    }
    @CasePathable enum Answer: Equatable { case again, fine }

    static func alert() -> AlertState<Answer> { AlertState { TextState("Really?") } }
    static func dialog() -> ConfirmationDialogState<Answer> { ConfirmationDialogState { TextState("Really?") } }

    var body: some ReducerOf<Self> {
      Changes { state, action in
        switch action {
        case .ask: state = Insistent.asking
        case .optional(.again): state.optional = Insistent.alert()
        case .presented(.presented(.again)): state.presented = Insistent.dialog()
        case .destination(.presented(.alert(.again))): state.destination = .alert(Insistent.alert())
        default: break
        }
      }
      .ifLet(\.optional, action: \.optional)
      .ifLet(\.$presented, action: \.presented)
      .ifLet(\.$destination, action: \.destination)
    }

    static var asking: State { State(optional: alert(), presented: dialog(), destination: .alert(alert())) }
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
