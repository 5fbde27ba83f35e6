extension KeyedDecodingContainer {
  /// Decodes the value of an optional field, or returns `nil` if there is none that can be read.
  ///
  /// A row that can be shown without a field is not left out because of an unexpected value of the field.
  func decodeIfReadable<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
    try? decode(type, forKey: key)
  }
}
