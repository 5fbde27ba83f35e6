public import Foundation

/// A path of a web service that returns a value for `GET`.
///
/// Each endpoint is declared once, as a property of ``EndpointValues``.
public struct Endpoint<Value: Codable & Equatable & Sendable>: Sendable {
  /// The components of the path after the service's address.
  public let path: [String]
  /// The query items.
  public let query: [URLQueryItem]
  /// The value to display until the value is loaded.
  public let placeholder: Value
  /// Returns the value of mock clients, or throws the error that the service answers with.
  package let sample: @Sendable () throws -> Value

  /// Makes an endpoint.
  ///
  /// - Parameters:
  ///   - path: The components of the path.
  ///   - query: The query items; none by default.
  ///   - placeholder: The value to display until the value is loaded.
  ///   - sample: The value of mock clients.
  public init(
    _ path: String...,
    query: [URLQueryItem] = [],
    placeholder: Value,
    sample: @autoclosure @escaping @Sendable () throws -> Value
  ) {
    self.path = path
    self.query = query
    self.placeholder = placeholder
    self.sample = sample
  }

  /// The path and the query, for display.
  var name: String {
    let items = query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
    return "/\(path.joined(separator: "/"))\(items.isEmpty ? "" : "?\(items)")".oneLine
  }
}
