/// What a button does, as far as it shows.
public enum ButtonStateRole: String, Hashable, Sendable, Codable {
  /// The button that leaves everything as it is.
  case cancel
  /// A button that deletes something, or does something else that can't be undone.
  case destructive
}
