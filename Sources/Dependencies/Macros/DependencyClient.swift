/// Makes a client out of a struct of closures: initializers, methods with argument labels, and endpoints that report
/// that they are not implemented.
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
/// The expansion has
///
/// - an initializer that takes everything: `TideClient(height: { harbor in … }, isRising: { harbor in … })`;
/// - one that takes all but the closures, `TideClient()`. What is called on such a client reports an issue with the
///   endpoint's name, and throws ``UnimplementedFailure`` if it can throw, or else returns nothing, `nil`, or what the
///   closure returns that stands as the property's initial value;
/// - a method for each closure whose parameters have names, so that calls read
///   `try await client.height(harbor: "Brest")`.
///
/// An endpoint that returns something and can't throw needs an initial value, and gets an error that inserts one. Mark a
/// closure that is no endpoint with ``DependencyEndpointIgnored()``.
@attached(member, names: named(init), arbitrary)
@attached(extension, conformances: NonisolatedMembers)
public macro DependencyClient() = #externalMacro(module: "StoreMacrosPlugin", type: "DependencyClientMacro")
