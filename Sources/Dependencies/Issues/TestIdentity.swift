/// Identifies a test, and a case of a parameterized test.
///
/// `@unchecked Sendable`: the identifiers of Swift Testing are `Sendable`, but `AnyHashable` hides this.
package struct TestIdentity: Hashable, @unchecked Sendable {
  private let testCase: AnyHashable

  /// The test of Swift Testing that the current task belongs to.
  ///
  /// It is `nil` outside of tests, in tests of XCTest, in detached tasks, and in cases that can't be told apart.
  package static var current: TestIdentity? {
    guard DependencyContext.isTestProcess else { return nil }
    return TestFrameworks.currentTestCase.map { TestIdentity(testCase: $0) }
  }
}
