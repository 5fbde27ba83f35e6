/// The style of a line of a ``Screen``. Terminals without colors show it as well as they can.
public enum ScreenStyle: Hashable, Sendable {
  /// The default style.
  case plain
  /// Bold text.
  case bold
  /// Dimmed text.
  case dim
  /// Highlighted text, for what the user is about to choose.
  case selected
  /// Text about a failure.
  case failure
}
