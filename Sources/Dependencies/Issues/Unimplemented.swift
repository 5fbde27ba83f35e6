/// Makes a closure that reports an issue with its name when it is called, and then throws ``UnimplementedFailure``.
///
/// ```swift
/// extension CityClient: TestDependencyKey {
///   static let testValue = CityClient(
///     cities: unimplemented("CityClient.cities", placeholder: []),
///     population: unimplemented("CityClient.population")
///   )
/// }
/// ```
///
/// The closure can also be used as an asynchronous closure, because Swift converts it. By default its name is that of
/// the property or function that calls `unimplemented`.
public func unimplemented<each Argument, Result>(
  _ endpoint: String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let endpoint = endpoint.isEmpty ? "\(function)" : endpoint
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    reportUnimplemented(endpoint, at: location)
    throw UnimplementedFailure(endpoint: endpoint)
  }
}

/// Makes a closure that reports an issue with its name when it is called, and then returns a placeholder.
public func unimplemented<each Argument, Result>(
  _ endpoint: String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let endpoint = endpoint.isEmpty ? "\(function)" : endpoint
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    reportUnimplemented(endpoint, at: location)
    return placeholder()
  }
}

/// Reports an issue with its name, and returns a placeholder. For test values that are not closures.
///
/// ```swift
/// static var testValue: String? { unimplemented("userName", placeholder: nil) }
/// ```
@_disfavoredOverload
public func unimplemented<Result>(
  _ endpoint: String = "",
  placeholder: @autoclosure () -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> Result {
  reportUnimplemented(
    endpoint.isEmpty ? "\(function)" : endpoint,
    at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
  return placeholder()
}

/// Makes a closure that reports an issue with its name when it is called, and then returns nothing.
@_disfavoredOverload  // An endpoint that can throw uses the overload that throws.
public func unimplemented<each Argument>(
  _ endpoint: String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Void {
  unimplemented(
    endpoint,
    placeholder: (),
    fileID: fileID,
    filePath: filePath,
    function: function,
    line: line,
    column: column
  )
}

/// The error of an unimplemented endpoint, which it throws after reporting an issue.
public struct UnimplementedFailure: Error, CustomStringConvertible {
  /// The name of the endpoint.
  public let endpoint: String

  public var description: String { "Unimplemented: \(endpoint)" }
}

func reportUnimplemented(_ endpoint: String, at location: IssueLocation) {
  let provide =
    switch DependencyValues.current.context {
    case .test:
      "A test provides what it uses, with"
    case .mock:
      "What runs on mock values needs one that does something: give it where the 'mockValue' is made, or override it with"
    case .live:
      "A program needs one that does something: give it where the 'liveValue' is made, or override it with"
    }
  reportIssue(
    """
    Unimplemented: \(endpoint)

    Defined at \(location), and used without being overridden. \(provide) 'withDependencies { ... } operation: { ... }' \
    or the 'withDependencies' of its store.
    """,
    at: location,
    article: .dependencies
  )
}
