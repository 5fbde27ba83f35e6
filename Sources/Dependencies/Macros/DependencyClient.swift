/// Makes a client from a struct of closures: initializers, methods with argument labels, and endpoints that report an
/// issue until they are implemented.
///
/// ```swift
/// @DependencyClient
/// struct TideClient {
///   var height: @Sendable (_ harbor: String) async throws -> Double
///   var isRising: @Sendable (_ harbor: String) -> Bool = { _ in false }
///   var units = "metric"
/// }
///
/// extension TideClient: TestDependencyKey {
///   static let testValue = TideClient()
/// }
/// ```
///
/// The expansion has:
///
/// - An initializer with all properties: `TideClient(height: { harbor in … }, isRising: { harbor in … })`.
/// - An initializer with all properties except the closures: `TideClient()`. An endpoint of such a client reports an
///   issue with its name when it is called. Then it throws ``UnimplementedFailure`` if it can throw. Otherwise it
///   returns nothing, `nil`, or the result of the closure that is the property's initial value.
/// - A method for each closure with named parameters, for calls such as `try await client.height(harbor: "Brest")`.
///
/// An endpoint that returns a value and can't throw needs an initial value. A fix for the error inserts one. If a
/// closure is not an endpoint, mark it with ``DependencyEndpointIgnored()``.
@attached(member, names: named(init), arbitrary)
@attached(extension, conformances: NonisolatedMembers, names: named(_endpointLabels))
public macro DependencyClient() = #externalMacro(module: "StoreMacrosPlugin", type: "DependencyClientMacro")
