/// How much a ``TestStore`` insists on.
public enum Exhaustivity: Equatable, Sendable {
  /// The test has to assert every change of state and every action that effects send, and no effect may be left running.
  case on
  /// What the test does not assert is allowed.
  ///
  /// - Parameter showSkippedAssertions: Whether to print what the test left out.
  case off(showSkippedAssertions: Bool)

  /// What the test does not assert is allowed, silently.
  public static var off: Self { .off(showSkippedAssertions: false) }
}
