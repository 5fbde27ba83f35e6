/// A button of an alert or a dialog.
///
/// ```swift
/// ButtonState(role: .destructive, action: .deletionConfirmed) {
///   TextState("Delete")
/// }
/// ```
///
/// Every button closes its alert or dialog. A button without an action does nothing else.
public struct ButtonState<Action> {
  /// The text on the button.
  public let label: TextState
  /// The role, which a user interface may show: for example a destructive button in red.
  public let role: ButtonStateRole?
  /// The action that is sent when the button is pressed.
  public let action: ButtonStateAction<Action>

  /// Makes a button.
  public init(
    role: ButtonStateRole? = nil,
    action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.label = label()
    self.role = role
    self.action = action
  }

  /// Makes a button that sends an action.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }

  /// Calls a closure with the button's action, or with `nil` if it has none.
  public func withAction(_ perform: (Action?) -> Void) {
    perform(action.action)
  }

  /// Calls a closure with the button's action, or with `nil` if it has none.
  public func withAction(_ perform: (Action?) async -> Void) async {
    await perform(action.action)
  }

  /// Returns a button with the same label and role, and a transformed action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(role: role, action: action.map(transform)) { label }
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}

private enum CodingKeys: CodingKey {
  case label, role, action
}

extension ButtonState: Encodable where Action: Encodable {
  /// Encodes the text, the role, and the action. A role or an action that is `nil` is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(label, forKey: .label)
    try container.encodeIfPresent(role, forKey: .role)
    try container.encodeIfPresent(action.action, forKey: .action)
  }
}

extension ButtonState: Decodable where Action: Decodable {
  /// Decodes a button. A missing role or action is `nil`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    label = try container.decode(TextState.self, forKey: .label)
    role = try container.decodeIfPresent(ButtonStateRole.self, forKey: .role)
    action = .send(try container.decodeIfPresent(Action.self, forKey: .action))
  }
}

extension ButtonState: CustomStringConvertible {
  public var description: String { "\(label)\(role.map { " (\($0))" } ?? "")" }
}

extension ButtonState: CustomReflectable {
  /// The text, the role, and the action, without those that are `nil`.
  public var customMirror: Mirror {
    var children: [Mirror.Child] = [("label", label)]
    if let role { children.append(("role", role)) }
    if let action = action.action { children.append(("action", action)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

/// The role of a button.
public enum ButtonStateRole: String, Hashable, Sendable, Codable {
  /// Closes without changing anything.
  case cancel
  /// Deletes something, or does something else that can't be undone.
  case destructive
}
