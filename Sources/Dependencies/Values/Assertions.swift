extension DependencyValues {
  /// Checks a condition that has to hold: `assert` in a program, an issue in a test.
  ///
  /// ```swift
  /// @Dependency(\.assert) var assert
  ///
  /// assert(rows.count <= 100, "Too many rows")
  /// ```
  ///
  /// So a test can expect the failure (`withExpectedIssue`), which would end the process otherwise.
  public var assert: AssertionEffect { self[AssertKey.self] }

  /// Says that a place was reached which must not be: `assertionFailure` in a program, an issue in a test.
  public var assertionFailure: AssertionFailureEffect { AssertionFailureEffect(assert: assert) }

  /// Checks a condition without which the program can't go on: `precondition` in a program, an issue in a test, which
  /// then does go on.
  public var precondition: AssertionEffect { self[PreconditionKey.self] }
}

/// Checks a condition, as ``DependencyValues/assert`` and ``DependencyValues/precondition`` do.
public struct AssertionEffect: Sendable {
  /// Receives what is checked. The condition is not evaluated where `Swift.assert` would not evaluate it.
  private let check: @Sendable (_ condition: () -> Bool, _ message: () -> String, IssueLocation) -> Void

  fileprivate init(_ check: @escaping @Sendable (() -> Bool, () -> String, IssueLocation) -> Void) {
    self.check = check
  }

  /// Checks that a condition holds.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    check(condition, message, location)
  }

  fileprivate static let reporting = Self { condition, message, location in
    guard !condition() else { return }
    let message = message()
    reportIssue(message.isEmpty ? "An assertion failed." : message, at: location)
  }
}

/// Says that a place was reached which must not be, as ``DependencyValues/assertionFailure`` does.
public struct AssertionFailureEffect: Sendable {
  fileprivate let assert: AssertionEffect

  /// Says that this place was reached.
  public func callAsFunction(
    _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    assert(false, message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private enum AssertKey: DependencyKey {
  static let liveValue = AssertionEffect { condition, message, location in
    Swift.assert(condition(), message(), file: location.filePath, line: location.line)
  }
  static var mockValue: AssertionEffect { liveValue }
  static let testValue = AssertionEffect.reporting
}

private enum PreconditionKey: DependencyKey {
  static let liveValue = AssertionEffect { condition, message, location in
    Swift.precondition(condition(), message(), file: location.filePath, line: location.line)
  }
  static var mockValue: AssertionEffect { liveValue }
  static let testValue = AssertionEffect.reporting
}
