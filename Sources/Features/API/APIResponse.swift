public import Foundation

/// A decoded value with the status and the header fields of its response.
public struct APIResponse<Value> {
  /// The decoded body.
  public var value: Value
  /// The status, for example 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The time when the response was received if it comes from the cache; `nil` if the server has just sent or confirmed
  /// it.
  public var asOf: Date?

  /// Makes a response.
  public init(value: Value, status: Int = 200, headers: HTTPHeaders = [:], asOf: Date? = nil) {
    self.value = value
    self.status = status
    self.headers = headers
    self.asOf = asOf
  }
}

extension APIResponse: Sendable where Value: Sendable {}
extension APIResponse: Equatable where Value: Equatable {}
