/// An alert: a title, an optional message, and buttons, each of which closes the alert.
///
/// ```swift
/// state.alert = AlertState {
///   TextState("Delete “\(state.name)”?")
/// } actions: {
///   ButtonState(role: .destructive, action: .deletionConfirmed) {
///     TextState("Delete")
///   }
///   ButtonState(role: .cancel) {
///     TextState("Keep")
///   }
/// } message: {
///   TextState("This can't be undone.")
/// }
/// ```
///
/// Alerts with equal contents are equal, so tests can state the alert that they expect. `==` ignores the ``id``, by
/// which the presenting reducer distinguishes a new alert from an old one with the same contents: closing the old one
/// does not close the new one.
///
/// A user interface shows the parts of an alert, or its ``description``. For an alert without buttons it shows a button
/// that closes the alert.
///
/// An alert is `Encodable` if its actions are:
///
/// ```json
/// {
///   "title": "Delete “Soup”?",
///   "message": "This can't be undone.",
///   "buttons": [
///     {"label": "Delete", "role": "destructive", "action": "deletionConfirmed"},
///     {"label": "Keep", "role": "cancel"}
///   ]
/// }
/// ```
public struct AlertState<Action>: EphemeralState, Identifiable {
  /// Unique for each alert that was made; copies share it. `==` ignores it.
  public var id: EphemeralStateID { identity.id }
  private var identity = EphemeralIdentity()
  /// The text at the top.
  public var title: TextState
  /// Optional text below the title.
  public var message: TextState?
  /// The buttons, in the order in which they are shown.
  public var buttons: [ButtonState<Action>]

  /// Makes an alert.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    self.message = message?()
    buttons = actions()
  }

  /// Returns an alert with the same texts and ``id``, and transformed actions.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    var alert = AlertState<NewAction> { title }
    alert.identity = identity
    alert.message = message
    alert.buttons = buttons.map { $0.map(transform) }
    return alert
  }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Sendable where Action: Sendable {}

// The id is an implementation detail: it is not encoded, and messages do not show it.
extension AlertState {
  private enum CodingKeys: CodingKey {
    case title, message, buttons
  }
}

extension AlertState: Encodable where Action: Encodable {}
extension AlertState: Decodable where Action: Decodable {}

extension AlertState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, children: ["title": title, "message": message as Any, "buttons": buttons], displayStyle: .struct)
  }
}

extension AlertState: CustomStringConvertible {
  /// The alert as plain text: the title, the message, and the buttons, numbered from one.
  public var description: String { plainText(title: title, message: message, buttons: buttons) }
}

func plainText<Action>(title: TextState?, message: TextState?, buttons: [ButtonState<Action>]) -> String {
  let texts = [title, message].compactMap { $0?.description }
  return (texts + buttons.enumerated().map { "  \($0 + 1). \($1)" }).joined(separator: "\n")
}
