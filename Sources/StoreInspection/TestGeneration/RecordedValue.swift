/// Encodes and decodes values whose types are not known to be `Codable`.
enum RecordedValue {
  static func json(_ value: Any) throws -> JSONValue {
    func encode(_ value: some Encodable) throws -> JSONValue { try JSONValueEncoder().encode(value) }
    guard let value = value as? any Encodable else { return .null }
    return try encode(value)
  }

  static func decode<Value>(_ json: JSONValue) -> Value? {
    func decode<Coded: Decodable>(_ type: Coded.Type) -> Value? {
      (try? NodeDecoder.decode(type, from: .json(JSONNode(json, at: 0..<0)))) as? Value
    }
    return (Value.self as? any Decodable.Type).flatMap { decode($0) }
  }
}
