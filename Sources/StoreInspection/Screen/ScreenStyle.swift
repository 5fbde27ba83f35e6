/// How a line of a ``Screen`` is shown. Terminals without colours show it as they can.
public enum ScreenStyle: Hashable, Sendable {
  /// As text is shown.
  case plain
  /// Heavier than other text.
  case bold
  /// Lighter than other text.
  case dim
  /// What something is about to be done with.
  case selected
  /// What went wrong.
  case failure
}
