import Foundation

extension KeyedDecodingContainer {
  /// Decodes a time, or a day in Japan: `2024-01-05T09:30:00+09:00` or `2024-01-05`. Returns `nil` if there is no value
  /// or the value has another form.
  func decodePublicationDate(forKey key: Key) -> Date? {
    guard let text = try? decode(String.self, forKey: key) else { return nil }
    return ArticleDate.read(text) ?? ArticleDate.read("\(text)T00:00:00+09:00")
  }
}

extension KeyedEncodingContainer {
  /// Encodes a time, if there is one.
  mutating func encodePublicationDate(_ date: Date?, forKey key: Key) throws {
    try encodeIfPresent(date.map(ArticleDate.write), forKey: key)
  }
}
