/// A path of a web service that returns a value for `GET`.
///
/// Each endpoint is declared once, as a property of ``EndpointValues``.
public struct Endpoint<Value: Codable & Equatable & Sendable>: Sendable {
  /// The components of the path after the service's address.
  public let path: [String]
  /// The value to display until the value is loaded.
  public let placeholder: Value
  /// Returns the value of mock clients.
  package let sample: @Sendable () -> Value

  /// Makes an endpoint.
  ///
  /// - Parameters:
  ///   - path: The components of the path.
  ///   - placeholder: The value to display until the value is loaded.
  ///   - sample: The value of mock clients.
  public init(_ path: String..., placeholder: Value, sample: @autoclosure @escaping @Sendable () -> Value) {
    self.path = path
    self.placeholder = placeholder
    self.sample = sample
  }
}
