import Dependencies

/// Expects an operation to change a value in the way that a closure describes, and nothing else of it.
///
/// ```swift
/// expectDifference(counter.count) {
///   counter.increment()
/// } changes: {
///   $0 = 1
/// }
/// ```
///
/// If the value is not what `changes` makes of the previous one, an issue shows where they differ. An operation that
/// changes nothing is reported too. Without an operation, `changes` describes how the value differs from itself: it has
/// to leave it as it is.
///
/// - Parameters:
///   - value: The value, which is read before and after the operation.
///   - message: What the issue begins with.
///   - operation: What changes the value.
///   - changes: Changes the previous value to the expected one.
public func expectDifference<Value: Equatable>(
  _ value: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String? = nil,
  operation: (() throws -> Void)? = nil,
  changes: (inout Value) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let original = try value()
    try operation?()
    var expected = original
    try changes(&expected)
    let actual = try value()
    check(original, expected, actual, mustChange: operation != nil, message: message(), at: location)
  } catch {
    reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Expects an asynchronous operation to change a value in the way that a closure describes, and nothing else of it.
public func expectDifference<Value: Equatable>(
  _ value: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String? = nil,
  operation: () async throws -> Void,
  changes: (inout Value) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let original = try value()
    try await operation()
    var expected = original
    try changes(&expected)
    let actual = try value()
    check(original, expected, actual, mustChange: true, message: message(), at: location)
  } catch {
    reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private func check<Value: Equatable>(
  _ original: Value,
  _ expected: Value,
  _ actual: Value,
  mustChange: Bool,
  message: String?,
  at location: IssueLocation
) {
  if expected != actual {
    reportDifference(expected, actual, named: "Expected", "Actual", message: message, at: location)
  } else if mustChange, original == actual {
    reportIssue("\(message.map { "\($0) - " } ?? "")No difference detected after applying changes.", at: location)
  }
}
