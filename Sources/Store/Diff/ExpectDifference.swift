import Dependencies

/// Expects an operation to change a value in the way that a closure describes, and in no other way.
///
/// ```swift
/// expectDifference(counter.count) {
///   counter.increment()
/// } changes: {
///   $0 = 1
/// }
/// ```
///
/// If the value is not equal to the previous one as changed by `changes`, an issue shows where they differ. An
/// operation that changes nothing is reported too. Without an operation the value is compared with itself, so `changes`
/// must not change it.
///
/// - Parameters:
///   - value: The value. It is read before and after the operation.
///   - message: The beginning of the issue.
///   - operation: Changes the value.
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

/// Expects an asynchronous operation to change a value in the way that a closure describes, and in no other way.
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
