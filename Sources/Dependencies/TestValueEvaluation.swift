extension IssueLocation {
  /// While a test value is evaluated, where it is read: for the issues of test values that are made for each test.
  static var ofReader: IssueLocation {
    TestValueEvaluation.current?.location
      ?? IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  }
}

/// Finds out whether evaluating a key's `testValue` came across a key that has none.
///
/// The default implementation of `testValue` is the only one to know that it is the default, and it is a property: it
/// can be told nothing and can return nothing but the value. So it leaves a note here.
final class TestValueEvaluation: Sendable {
  @TaskLocal static var current: TestValueEvaluation?

  /// Where the value is read.
  let location: IssueLocation

  private let cache: DefaultValueCache?
  private let missingKey = Locked<(any TestDependencyKey.Type)?>(nil)

  private init(location: IssueLocation, cache: DefaultValueCache?) {
    self.location = location
    self.cache = cache
  }

  /// Notes that a key has no test value, and returns its mock value.
  func missing<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
    missingKey.withLock { $0 = $0 ?? key }
    return cache?.value(of: key, in: .mock) { (Key.mockValue, true) } ?? Key.mockValue
  }

  /// The test value of a key, and the key that has none, if the evaluation met one.
  static func evaluate<Key: TestDependencyKey>(
    _ key: Key.Type,
    at location: IssueLocation,
    cache: DefaultValueCache?
  ) -> (value: Key.Value, missing: (any TestDependencyKey.Type)?) {
    let evaluation = TestValueEvaluation(location: location, cache: cache)
    let value = $current.withValue(evaluation) { Key.testValue }
    return (value, evaluation.missingKey.withLock { $0 })
  }
}
