/// Which test is running, for what belongs to one test. Equal for one test, and one case of a parameterized test.
///
/// `@unchecked Sendable`: what identifies a test of Swift Testing is.
package struct TestIdentity: Hashable, @unchecked Sendable {
  private let test: AnyHashable
  private let testCase: String?

  /// The test of Swift Testing that the current task belongs to; `nil` outside of tests.
  package static var current: TestIdentity? {
    guard DependencyContext.isTestProcess, let current = TestFrameworks.currentTest else { return nil }
    return TestIdentity(test: current.test, testCase: current.testCase)
  }
}
