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

  /// Writes a recorded change into a value. Only the changed parts are written, and have to be `Decodable`.
  ///
  /// - Parameters:
  ///   - new: The encoding that the changed value must have.
  ///   - encode: Encodes the value in the same way as the recording.
  package static func change<Value>(_ value: inout Value, to new: JSONValue, encode: (Value) -> JSONValue)
    throws(DecodingProblem)
  {
    var changed = value
    try RecordedChange.write(&changed, encode(value), new)
    // A value that does not encode its properties as they are has to decode itself.
    if encode(changed) != new, let decoded = try decode(Value.self, new) { changed = decoded }
    value = changed
  }
}
