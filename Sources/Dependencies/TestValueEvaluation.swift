import Synchronization

/// Finds out whether evaluating a key's `testValue` came across a key that has none.
///
/// The default implementation of `testValue` is the only one to know that it is the default, and it is a property: it can
/// be told nothing and can return nothing but the value. So it leaves a note here.
final class TestValueEvaluation: Sendable {
  @TaskLocal static var current: TestValueEvaluation?

  private let missingKey = Mutex<(any TestDependencyKey.Type)?>(nil)

  func noteMissing(_ key: any TestDependencyKey.Type) {
    missingKey.withLock { $0 = $0 ?? key }
  }

  /// The value, and the key without a test value, if the evaluation met one.
  static func evaluate<Key: TestDependencyKey>(_ key: Key.Type) -> (
    value: Key.Value, missing: (any TestDependencyKey.Type)?
  ) {
    let evaluation = TestValueEvaluation()
    let value = $current.withValue(evaluation) { Key.testValue }
    return (value, evaluation.missingKey.withLock { $0 })
  }
}
