public import Observation

extension SharedReader: Observable {}

extension SharedReader: Equatable where Value: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.wrappedValue == rhs.wrappedValue }
}

extension SharedReader: Hashable where Value: Hashable {
  /// Hashes the value. The value may change, so don't use this as the key of a dictionary.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension SharedReader: Identifiable where Value: Identifiable {
  /// The identifier of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension SharedReader: Decodable where Value: Decodable {
  /// Decodes a value that is not shared with other code yet. The key of the original is not encoded.
  public init(from decoder: any Decoder) throws {
    self.init(reference: SharedSource(try Value(from: decoder)))
  }
}

extension SharedReader: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension SharedReader: CustomStringConvertible {
  public var description: String { "SharedReader<\(typeName(Value.self))>(\(reference))" }
}

extension SharedReader: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue }
}
