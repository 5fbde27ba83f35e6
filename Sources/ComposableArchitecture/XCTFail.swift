/// Fails the test that is running: with XCTest or with Swift Testing. Elsewhere it reports an issue.
///
/// For libraries that were written for `XCTestDynamicOverlay`. In a file that imports XCTest, that framework's function
/// of this name is called.
@_disfavoredOverload
public func XCTFail(
  _ message: String = "",
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  reportIssue(message.isEmpty ? "Failed." : message, fileID: fileID, filePath: file, line: line, column: column)
}

/// The name of `isTesting` in `XCTestDynamicOverlay`.
public var _XCTIsTesting: Bool { isTesting }
