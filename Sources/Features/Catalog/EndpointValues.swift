/// The registry of endpoints. A property declares an endpoint, and its key path names it everywhere else. The
/// property's type determines the type of the value:
///
/// ```swift
/// extension EndpointValues {
///   var albums: Endpoint<[Album]> { Endpoint("v1", "albums", placeholder: [], sample: Album.samples) }
/// }
///
/// @Get(\.albums) var albums
/// ```
///
/// An endpoint with parameters is a subscript:
///
/// ```swift
/// extension EndpointValues {
///   subscript(tracksOf album: Album.ID) -> Endpoint<[Track]> {
///     Endpoint("v1", "albums", "\(album)", "tracks", placeholder: [], sample: Track.samples)
///   }
/// }
///
/// init(album: Album) { _tracks = Get(\.[tracksOf: album.id]) }
/// ```
public struct EndpointValues: Sendable {
  /// Makes the registry.
  package init() {}

  /// The key path that names an endpoint.
  public typealias Key<Value: Codable & Equatable & Sendable> = any KeyPath<EndpointValues, Endpoint<Value>> & Sendable

  /// The endpoint with a key path.
  static subscript<Value>(key: Key<Value>) -> Endpoint<Value> { EndpointValues()[keyPath: key] }
}
