/// A key of a keyboard, as terminals report it.
///
/// ```swift
/// screen.command("r", "reload", .refreshPulled)
/// screen.command(.escape, "back", .closeButtonTapped)
/// ```
public enum ScreenKey: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  /// A key that types a character.
  case character(Character)
  /// A letter with the control key, in lower case.
  case control(Character)
  /// Enter.
  case enter
  /// Escape.
  case escape
  /// Tab.
  case tab
  /// Tab with the shift key.
  case backTab
  /// An arrow key.
  case up, down, left, right
  /// The keys to the beginning and to the end.
  case home, end
  /// The keys that scroll by a page.
  case pageUp, pageDown
  /// Backspace, which deletes the character before the cursor.
  case backspace
  /// The key that deletes the character after the cursor.
  case delete

  /// Makes the key that types a character.
  public init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}

extension ScreenKey: CustomStringConvertible {
  /// The name of the key in lists of keys.
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
