/// The error that an unimplemented endpoint throws, after it has reported itself.
public struct UnimplementedFailure: Error, CustomStringConvertible {
  /// The name of the endpoint.
  public let endpoint: String

  public var description: String { "Unimplemented: \(endpoint)" }
}

/// A closure that reports an issue, by name, when it is called, and then returns a placeholder.
///
/// It serves as an asynchronous closure too, as Swift converts the one to the other.
///
/// ```swift
/// extension CityClient: TestDependencyKey {
///   static let testValue = CityClient(
///     cities: unimplemented("CityClient.cities", placeholder: []),
///     population: unimplemented("CityClient.population")
///   )
/// }
/// ```
public func unimplemented<each Argument, Result>(
  _ endpoint: String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let endpoint = endpoint.isEmpty ? "\(function)" : endpoint
  return { (argument: repeat each Argument) in
    reportUnimplemented(endpoint, at: location)
    return placeholder()
  }
}

/// A closure that reports an issue, by name, when it is called.
public func unimplemented<each Argument>(
  _ endpoint: String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Void = (),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Void {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let endpoint = endpoint.isEmpty ? "\(function)" : endpoint
  return { (argument: repeat each Argument) in
    reportUnimplemented(endpoint, at: location)
    placeholder()
  }
}

/// A closure that reports an issue, by name, when it is called, and then throws ``UnimplementedFailure``.
public func unimplemented<each Argument, Result>(
  _ endpoint: String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let endpoint = endpoint.isEmpty ? "\(function)" : endpoint
  return { (argument: repeat each Argument) in
    reportUnimplemented(endpoint, at: location)
    throw UnimplementedFailure(endpoint: endpoint)
  }
}

func reportUnimplemented(_ endpoint: String, at location: IssueLocation) {
  reportIssue(unimplementedMessage(endpoint, definedAt: location), at: location)
}

func unimplementedMessage(_ endpoint: String, definedAt location: IssueLocation) -> String {
  """
  Unimplemented: \(endpoint)

  Defined at \(location). A test called it without providing it. Override it for this test, with \
  'withDependencies { ... } operation: { ... }' or the 'withDependencies' of a store.
  """
}
