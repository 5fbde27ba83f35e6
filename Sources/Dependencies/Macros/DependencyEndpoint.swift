/// Makes an endpoint of a closure property: a value that reports its calls until another one is assigned, and a method
/// with the parameters' names as labels.
///
/// ``DependencyClient()`` does this for all closures of a struct. The attribute is for the method's name:
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
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "StoreMacrosPlugin", type: "DependencyEndpointMacro")
