import Store
import Foundation
import Testing

@testable import StoreCore

@Suite struct AlertStateTests {
  enum Action: String, Codable {
    case deletionConfirmed, archived
  }
  struct Screen: Equatable {
    var name = "Soup"
    var alert: AlertState<Action>?
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

  @Test func aButtonHasALabelARoleAndAnAction() {
    let button = alert.buttons[0]
    #expect(button.label == TextState("Delete"))
    #expect(button.role == .destructive)
    #expect(button.action == .send(.deletionConfirmed))
    #expect(alert.buttons[1].action.action == nil)
    #expect(ButtonState<Action> { TextState("OK") }.role == nil)
  }

  @Test func whatAButtonDoes() async {
    var actions: [Action?] = []
    for button in alert.buttons { button.withAction { actions.append($0) } }
    #expect(actions == [.deletionConfirmed, nil])
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
  }

  @Test func anAlertNeedsNothingButATitle() {
    let alert: AlertState<Action>? = AlertState { TextState("Done") }
    #expect(alert?.buttons.isEmpty == true)
    let withMessage = AlertState<Action> {
      TextState("Done")
    } message: {
      TextState("All is well.")
    }
    #expect(withMessage.message == TextState("All is well."))
    #expect(withMessage.buttons.isEmpty)
  }

  @Test func alertsThatSayTheSameAreEqual() {
    func makeAlert(role: ButtonStateRole? = nil, action: Int = 1, label: String = "Yes") -> AlertState<Int> {
      AlertState {
        TextState("Sure?")
      } actions: {
        ButtonState(role: role, action: action) { TextState(label) }
      }
    }
    #expect(makeAlert() == makeAlert())
    #expect(Set([makeAlert(), makeAlert()]).count == 1)
    #expect(makeAlert() != makeAlert(role: .cancel))
    #expect(makeAlert() != makeAlert(action: 2))
    #expect(makeAlert() != makeAlert(label: "No"))
    var other = makeAlert()
    other.message = TextState("!")
    #expect(makeAlert() != other)
    other = makeAlert()
    other.title = TextState("Really?")
    #expect(makeAlert() != other)
    let sendable: any Sendable = alert
    #expect(sendable as? AlertState<Action> == alert)
  }

  @Test func dialogsThatSayTheSameAreEqual() {
    var other = dialog
    #expect(other == dialog)
    #expect(Set([other, dialog]).count == 1)
    other.titleVisibility = .hidden
    #expect(other != dialog)
    other = dialog
    other.buttons = []
    #expect(other != dialog)
  }

  @Test func bothAreEphemeral() {
    let values: [any EphemeralState] = [alert, dialog]
    #expect(values.count == 2)
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
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(alert), as: UTF8.self)
    #expect(
      json == #"{"buttons":[{"action":"deletionConfirmed","label":"Delete","role":"destructive"},"#
        + #"{"label":"Keep","role":"cancel"}],"message":"It will be gone.","title":"Delete “Soup”?"}"#
    )
    #expect(try JSONDecoder().decode(AlertState<Action>.self, from: Data(json.utf8)) == alert)

    let dialogJSON = String(decoding: try encoder.encode(dialog), as: UTF8.self)
    #expect(
      dialogJSON == #"{"buttons":[{"action":"archived","label":[{"styles":["italic"],"text":"Archive"}]}],"#
        + #""title":"Soup","titleVisibility":"automatic"}"#
    )
    #expect(try JSONDecoder().decode(ConfirmationDialogState<Action>.self, from: Data(dialogJSON.utf8)) == dialog)
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
      valueDump(alert) == """
        AlertState<AlertStateTests.Action>(
          title: "Delete “Soup”?",
          message: "It will be gone.",
          buttons: [
            [0]: ButtonState<AlertStateTests.Action>(
              label: "Delete",
              role: .destructive,
              action: .deletionConfirmed
            ),
            [1]: ButtonState<AlertStateTests.Action>(
              label: "Keep",
              role: .cancel
            )
          ]
        )
        """
    )
    var other = alert
    other.title = TextState("Delete “Salad”?")
    other.buttons[0] = ButtonState(role: .destructive, action: .archived) { TextState("Delete") }
    #expect(
      valueDiff(Screen(alert: alert), Screen(alert: other)) == """
          AlertStateTests.Screen(
            name: "Soup",
            alert: AlertState<AlertStateTests.Action>(
        -     title: "Delete “Soup”?",
        +     title: "Delete “Salad”?",
              message: "It will be gone.",
              buttons: [
                [0]: ButtonState<AlertStateTests.Action>(
                  label: "Delete",
                  role: .destructive,
        -         action: .deletionConfirmed
        +         action: .archived
                ),
                [1]: ButtonState<AlertStateTests.Action>(…)
              ]
            )
          )
        """
    )
    #expect(
      valueDump(ButtonState<Action> { TextState("OK") }) == #"ButtonState<AlertStateTests.Action>(label: "OK")"#
    )
  }

  @Test func idsTellAlertsApartThatAreEqual() throws {
    func makeAlert() -> AlertState<Action> { AlertState { TextState("Done") } }
    func makeDialog() -> ConfirmationDialogState<Action> { ConfirmationDialogState { TextState("Done") } }
    let alert = makeAlert()
    var copy = alert
    copy.message = TextState("All is well.")
    #expect(copy.id == alert.id)
    #expect(copy != alert)
    #expect(copy.map { $0 }.id == alert.id)
    #expect(makeAlert() == alert)
    #expect(makeAlert().id != alert.id)
    #expect(Set([alert.id, copy.id, makeAlert().id]).count == 2)
    let dialog = makeDialog()
    #expect(dialog.map { $0 }.id == dialog.id)
    #expect(makeDialog() == dialog)
    #expect(makeDialog().id != dialog.id)
    let decoded = try JSONDecoder().decode(AlertState<Action>.self, from: JSONEncoder().encode(alert))
    #expect(decoded == alert)
    #expect(decoded.id != alert.id)
    #expect(Set([decoded.hashValue, alert.hashValue]).count == 1)
  }

  /// Sets of them would be slow otherwise.
  @Test func everyPartThatIsComparedIsHashed() {
    func changed<Value: Hashable>(_ value: Value, _ changes: (inout Value) -> Void...) -> [Int] {
      [value.hashValue]
        + changes.map {
          var value = value
          $0(&value)
          return value.hashValue
        }
    }
    let button = ButtonState<Action>(action: .archived) { TextState("Archive") }
    let alerts = changed(AlertState<Action> { TextState("Done") }) {
      $0.title = TextState("Failed")
    } _: {
      $0.message = TextState("All is well.")
    } _: {
      $0.buttons = [button]
    }
    #expect(Set(alerts).count == 4)
    let dialogs = changed(ConfirmationDialogState<Action> { TextState("Done") }) {
      $0.title = TextState("Failed")
    } _: {
      $0.titleVisibility = .visible
    } _: {
      $0.message = TextState("All is well.")
    } _: {
      $0.buttons = [button]
    }
    #expect(Set(dialogs).count == 5)
  }
}
