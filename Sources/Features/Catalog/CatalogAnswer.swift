import Foundation

/// The value of an endpoint, with the number of omitted elements and the time of a kept response.
struct CatalogAnswer<Value: Codable & Equatable & Sendable>: Codable, KeptValue, Sendable {
  var value: Value
  /// The number of elements that were left out of a list because they can't be read.
  var omittedCount = 0
  var asOf: Date?

  init(_ value: Value) { self.value = value }

  /// Decodes the service's representation, which is that of the value.
  init(from decoder: any Decoder) throws {
    guard let type = Value.self as? any ReadableList.Type else {
      value = try Value(from: decoder)
      return
    }
    let (list, omittedCount) = try type.readableAny(from: decoder)
    guard let value = list as? Value else {
      throw DecodingError.typeMismatch(Value.self, .init(codingPath: decoder.codingPath, debugDescription: "No list"))
    }
    self.value = value
    self.omittedCount = omittedCount
  }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension ReadableList {
  fileprivate static func readableAny(from decoder: any Decoder) throws -> (list: Any, omittedCount: Int) {
    try readable(from: decoder)
  }
}
