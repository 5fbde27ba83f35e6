public import Foundation

/// The value of an endpoint, with the number of omitted elements and the time of a kept response.
public struct CatalogAnswer<Value: Codable & Equatable & Sendable>: Codable, Equatable, KeptValue, Sendable {
  /// The value.
  public var value: Value
  /// The number of elements that were left out of a list because they can't be read.
  public var omittedCount = 0
  /// The time of the kept response that the value comes from; `nil` if the service has just sent it.
  public var asOf: Date?

  /// Makes an answer.
  public init(_ value: Value, omittedCount: Int = 0, asOf: Date? = nil) {
    self.value = value
    self.omittedCount = omittedCount
    self.asOf = asOf
  }

  /// Decodes the response of the service, which is the value alone.
  init(response decoder: any Decoder) throws {
    guard let type = Value.self as? any ReadableList.Type else {
      self.init(try Value(from: decoder))
      return
    }
    let (list, omittedCount) = try type.readableAny(from: decoder)
    guard let value = list as? Value else {
      throw DecodingError.typeMismatch(Value.self, .init(codingPath: decoder.codingPath, debugDescription: "No list"))
    }
    self.init(value, omittedCount: omittedCount)
  }
}

extension ReadableList {
  fileprivate static func readableAny(from decoder: any Decoder) throws -> (list: Any, omittedCount: Int) {
    try readable(from: decoder)
  }
}
