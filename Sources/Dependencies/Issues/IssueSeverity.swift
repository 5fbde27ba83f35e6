/// How bad an issue is.
public enum IssueSeverity: Int, Comparable, Hashable, Sendable {
  /// A possible mistake. It is printed, and fails no test.
  case warning
  /// A mistake. It fails the running test.
  case error

  /// Whether one severity is less than another.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
