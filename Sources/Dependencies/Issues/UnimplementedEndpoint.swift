/// Reports that an endpoint was called that is not implemented. The closures that ``DependencyClient()`` generates call
/// this; in code of your own, use ``unimplemented(_:fileID:filePath:function:line:column:)``.
///
/// - Returns: What an endpoint throws that can.
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
