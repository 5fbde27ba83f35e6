/// How much of a feature's behavior the tests of a ``TestStore`` have to assert.
public enum Exhaustivity: Equatable, Sendable {
  /// The test has to assert every change of state and every action that effects send, and no effect may be left
  /// running.
  case on
  /// The test may leave out assertions: changes of state, received actions and running effects.
  ///
  /// - Parameter showSkippedAssertions: Whether to print the assertions that the test left out.
  case off(showSkippedAssertions: Bool)

  /// The test may leave out assertions, and nothing is printed about them.
  public static var off: Self { .off(showSkippedAssertions: false) }
}
