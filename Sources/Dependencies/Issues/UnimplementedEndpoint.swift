/// Reports a call of an unimplemented endpoint. Closures that ``DependencyClient()`` generates call this function. In
/// your own code, use ``unimplemented(_:)``.
///
/// - Returns: The error for an endpoint that can throw.
@discardableResult
public func unimplementedEndpoint(
  _ endpoint: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> UnimplementedFailure {
  reportUnimplemented(endpoint, at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return UnimplementedFailure(endpoint: endpoint)
}
