extension KeyedDecodingContainer {
  /// Decodes the value of an optional field, or returns `nil` if there is none that can be read.
  ///
  /// A field without which a row can be shown does not cost the row, whatever a server sends for it.
  func decodeIfReadable<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
    try? decode(type, forKey: key)
  }
}
