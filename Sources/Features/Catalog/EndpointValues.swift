/// The registry of endpoints. A property declares one, and the key path to it names it everywhere else; its type is that
/// of the value, which nothing needs to repeat:
///
/// ```swift
/// extension EndpointValues {
///   var albums: Endpoint<[Album]> { Endpoint("v1", "albums", placeholder: [], sample: Album.samples) }
/// }
///
/// @Get(\.albums) var albums
/// ```
public struct EndpointValues: Sendable {
  /// Makes the registry.
  package init() {}

  /// The key path that names an endpoint.
  public typealias Key<Value: Codable & Equatable & Sendable> = any KeyPath<EndpointValues, Endpoint<Value>> & Sendable

  /// Looks up the endpoint of a name.
  static subscript<Value>(key: Key<Value>) -> Endpoint<Value> { EndpointValues()[keyPath: key] }
}
