/// The action that a button sends when it is pressed.
///
/// ```swift
/// ButtonState(role: .destructive, action: .send(.deletionConfirmed)) {
///   TextState("Delete")
/// }
/// ```
public enum ButtonStateAction<Action> {
  /// Sends an action, or nothing.
  case send(Action?)

  /// The action that is sent, if any.
  public var action: Action? {
    switch self {
    case .send(let action): action
    }
  }

  /// Returns a value with the transformed action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonStateAction<NewAction> {
    .send(transform(action))
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}
