/// A key of a terminal's keyboard, as far as terminals tell of it.
///
/// ```swift
/// screen.command("r", "reload", .refreshPulled)
/// screen.command(.escape, "back", .closeButtonTapped)
/// ```
public enum ScreenKey: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  /// What types a character.
  case character(Character)
  /// A letter with the control key, in lower case.
  case control(Character)
  /// The key that says yes.
  case enter
  /// The key that leads back.
  case escape
  /// The key that leads on.
  case tab
  /// The same with the shift key.
  case backTab
  /// An arrow.
  case up, down, left, right
  /// The beginning, and the end.
  case home, end
  /// A page further.
  case pageUp, pageDown
  /// Deletes the character before the cursor.
  case backspace
  /// Deletes the character after the cursor.
  case delete

  /// The key that types a character.
  public init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}

extension ScreenKey: CustomStringConvertible {
  /// What is printed on the key.
  public var description: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl-\(character.uppercased())"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .backspace: "Backspace"
    case .delete: "Del"
    }
  }
}
