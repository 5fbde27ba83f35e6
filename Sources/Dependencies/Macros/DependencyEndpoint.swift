/// Makes an endpoint from a closure property: a value that reports its calls until it is replaced, and a method whose
/// labels are the parameters' names.
///
/// ``DependencyClient()`` does this for all closures of a struct. Use this attribute to name the method:
///
/// ```swift
/// @DependencyClient
/// struct UserClient {
///   @DependencyEndpoint(method: "user")
///   var userByID: @Sendable (_ id: Int) async throws -> String
///   @DependencyEndpoint(method: "user")
///   var userByName: @Sendable (_ name: String) async throws -> String
/// }
///
/// let user = try await client.user(name: "blob")
/// ```
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "StoreMacrosPlugin", type: "DependencyEndpointMacro")

/// Keeps a closure property of a ``DependencyClient()`` from being an endpoint. It needs an initial value.
@attached(peer)
public macro DependencyEndpointIgnored() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")
