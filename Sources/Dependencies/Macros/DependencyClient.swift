/// Makes a client out of a struct of closures: initializers, methods with argument labels, and endpoints that report
/// that they are not implemented.
///
/// ```swift
/// @DependencyClient
/// struct ForecastClient {
///   var temperature: @Sendable (_ city: String) async throws -> Double
///   var isWindy: @Sendable (_ city: String) -> Bool = { _ in false }
///   var units = "metric"
/// }
///
/// extension ForecastClient: TestDependencyKey {
///   static let testValue = ForecastClient()
/// }
/// ```
///
/// The expansion has
///
/// - an initializer that takes everything: `ForecastClient(temperature: { city in … }, isWindy: { city in … })`;
/// - one that takes all but the closures, `ForecastClient()`. What is called on such a client reports an issue with the
///   endpoint's name, and throws ``UnimplementedFailure`` if it can throw, or else returns nothing, `nil`, or what the
///   closure returns that stands as the property's initial value;
/// - a method for each closure whose parameters have names, so that calls read
///   `try await client.temperature(city: "Oslo")`.
///
/// An endpoint that returns something and can't throw needs an initial value, and gets an error that inserts one. Mark a
/// closure that is no endpoint with ``DependencyEndpointIgnored()``.
@attached(member, names: named(init), arbitrary)
public macro DependencyClient() = #externalMacro(module: "StoreMacrosPlugin", type: "DependencyClientMacro")
