/// A place on a web service where a value can be had with `GET`.
///
/// Endpoints are declared once, as properties of ``EndpointValues``.
public struct Endpoint<Value: Codable & Equatable & Sendable>: Sendable {
  /// The components of the path, from the service's address on.
  public let path: [String]
  /// What is shown until the value has come.
  public let placeholder: Value
  /// What mock clients answer.
  package let sample: @Sendable () -> Value

  /// Makes an endpoint.
  ///
  /// - Parameters:
  ///   - path: The components of the path.
  ///   - placeholder: What is shown until the value has come.
  ///   - sample: What mock clients answer.
  public init(_ path: String..., placeholder: Value, sample: @autoclosure @escaping @Sendable () -> Value) {
    self.path = path
    self.placeholder = placeholder
    self.sample = sample
  }
}
