extension DependencyValues {
  /// Checks a condition: `assert` in a program, an issue in a test.
  ///
  /// ```swift
  /// @Dependency(\.assert) var assert
  ///
  /// assert(rows.count <= 100, "Too many rows")
  /// ```
  ///
  /// A test can expect the failure with `withExpectedIssue`, because the failure does not end the process.
  public var assert: AssertionEffect { self[AssertKey.self] }

  /// Reports that code runs that must not run: `assertionFailure` in a program, an issue in a test.
  public var assertionFailure: AssertionFailureEffect { AssertionFailureEffect(assert: assert) }

  /// Checks a condition without which the program can't continue: `precondition` in a program, an issue in a test,
  /// which then continues.
  public var precondition: AssertionEffect { self[PreconditionKey.self] }
}

/// Checks a condition, as ``DependencyValues/assert`` and ``DependencyValues/precondition`` do.
public struct AssertionEffect: Sendable {
  /// Checks a condition. It is a closure, because `Swift.assert` does not evaluate it in release builds.
  fileprivate let check: @Sendable (_ condition: () -> Bool, _ message: () -> String, IssueLocation) -> Void

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

/// Reports that code runs that must not run, as ``DependencyValues/assertionFailure`` does.
public struct AssertionFailureEffect: Sendable {
  fileprivate let assert: AssertionEffect

  /// Reports that this code runs.
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
