import Dependencies

/// Expects two values to be equal. Otherwise an issue is reported that shows where they differ.
///
/// ```swift
/// expectNoDifference(account, Account(id: .init(rawValue: 42), name: "Blob"))
/// ```
///
/// In a test the issue fails the test at the caller's line, with Swift Testing and with XCTest. An error that one of
/// the expressions throws is reported too.
///
/// - Parameters:
///   - first: A value.
///   - second: The value that it should be equal to.
///   - message: The beginning of the issue.
public func expectNoDifference<Value: Equatable>(
  _ first: @autoclosure () throws -> Value,
  _ second: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let (first, second) = (try first(), try second())
    guard first != second else { return }
    reportDifference(first, second, named: "First", "Second", message: message(), at: location)
  } catch {
    reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Reports two values that are not equal.
func reportDifference<Value: Equatable>(
  _ first: Value,
  _ second: Value,
  named firstName: String,
  _ secondName: String,
  message: String?,
  at location: IssueLocation
) {
  let format = DiffFormat.proportional
  // `==` may return `false` first, and `true` when it is called again.
  let difference = valueDiff(first, second, format: format) ?? "// Not equal but no difference detected"
  let beginning = message.map { "\($0) - " } ?? ""
  let lines = difference.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }
  reportIssue(
    """
    \(beginning)Difference: …

    \(lines.joined(separator: "\n"))

    (\(firstName): \(format.first), \(secondName): \(format.second))
    """,
    at: location
  )
}
