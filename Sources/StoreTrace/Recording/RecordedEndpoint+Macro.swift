public import Dependencies

/// Records the calls of an endpoint, for the tests that `generate-test` makes.
///
/// ```swift
/// commandLine.recordedEndpoints = [
///   #endpoint(\.githubClient.searchRepos)
/// ]
/// ```
///
/// The test passes the same expression to ``RecordedSession/prepare(_:_:)``. The names of the parameters decide which
/// arguments are redacted; a client with `@DependencyClient` declares them. After an endpoint or its client is renamed,
/// the program does not compile until the key path has the new name.
@freestanding(expression)
public macro endpoint<Closure>(_ keyPath: RecordedEndpoint.Key<Closure>) -> RecordedEndpoint =
  #externalMacro(module: "StoreMacrosPlugin", type: "EndpointMacro")

extension RecordedEndpoint {
  /// Returns the name of a client's endpoint, with the names of its parameters if the client lists them. Expansions of
  /// ``endpoint(_:)`` call it.
  public static func _name<Client>(
    _ endpoint: String,
    of client: KeyPath<DependencyValues, Client>,
    _ name: String
  ) -> String {
    let labels = (Client.self as? any NonisolatedMembers.Type)?._endpointLabels[endpoint.filter { $0 != "`" }]
    return "\(name).\(endpoint)" + (labels.map { "(\($0.map { "\($0):" }.joined()))" } ?? "")
  }
}
