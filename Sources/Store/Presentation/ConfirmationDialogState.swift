/// A confirmation dialog: a title, an optional message, and buttons to choose from, each of which closes the dialog.
///
/// ```swift
/// state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
///   TextState("Sort by")
/// } actions: {
///   for order in Order.allCases {
///     ButtonState(action: .orderChosen(order)) {
///       TextState(order.rawValue)
///     }
///   }
/// }
/// ```
///
/// Equality, ``id``, display and encoding are as described for ``AlertState``.
public struct ConfirmationDialogState<Action>: EphemeralState, Identifiable {
  /// Unique for each dialog that was made; copies share it. `==` ignores it.
  public var id: EphemeralStateID { identity.id }
  private var identity = EphemeralIdentity()
  /// The text at the top.
  public var title: TextState
  /// Whether the title is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  /// Optional text below the title.
  public var message: TextState?
  /// The buttons, in the order in which they are shown.
  public var buttons: [ButtonState<Action>]

  /// Makes a dialog.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    self.titleVisibility = titleVisibility
    self.message = message?()
    buttons = actions()
  }

  /// Returns a dialog with the same texts and ``id``, and transformed actions.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ConfirmationDialogState<NewAction> {
    var dialog = ConfirmationDialogState<NewAction>(titleVisibility: titleVisibility) { title }
    dialog.identity = identity
    dialog.message = message
    dialog.buttons = buttons.map { $0.map(transform) }
    return dialog
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}

// The id is an implementation detail: it is not encoded, and messages do not show it.
extension ConfirmationDialogState {
  private enum CodingKeys: CodingKey {
    case title, titleVisibility, message, buttons
  }
}

extension ConfirmationDialogState: Encodable where Action: Encodable {}
extension ConfirmationDialogState: Decodable where Action: Decodable {}

extension ConfirmationDialogState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["title": title, "titleVisibility": titleVisibility, "message": message as Any, "buttons": buttons],
      displayStyle: .struct
    )
  }
}

extension ConfirmationDialogState: CustomStringConvertible {
  /// The dialog as plain text: the title, unless it is hidden, the message, and the buttons, numbered from one.
  public var description: String {
    plainText(title: titleVisibility == .hidden ? nil : title, message: message, buttons: buttons)
  }
}

/// Whether the title of a confirmation dialog is shown.
public enum ConfirmationDialogStateTitleVisibility: String, Hashable, Sendable, Codable {
  /// The platform decides.
  case automatic
  /// The title is not shown. Screen readers may still read it.
  case hidden
  /// The title is shown.
  case visible
}
