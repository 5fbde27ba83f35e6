/// Encodes and decodes values whose types are not known to be `Codable`.
package enum RecordedValue {
  /// Returns a value as JSON; `null` if it can't be encoded.
  package static func json(_ value: Any) -> JSONValue {
    func encode(_ value: some Encodable) -> JSONValue { (try? JSONValueEncoder().encode(value)) ?? .null }
    return (value as? any Encodable).map { encode($0) } ?? .null
  }

  package static func decode<Value>(_ type: Value.Type, _ json: JSONValue) throws(DecodingProblem) -> Value? {
    func decode<Coded: Decodable>(_ type: Coded.Type) throws(DecodingProblem) -> Value? {
      try NodeDecoder.decode(type, from: .json(JSONNode(json, at: 0..<0))) as? Value
    }
    guard let type = type as? any Decodable.Type else { return nil }
    return try decode(type)
  }
}
