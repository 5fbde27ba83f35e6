extension WebRequest {
  /// The items of the query, percent-decoded and in order; `nil` if they are not percent-encoded UTF-8.
  package var queryItems: [(name: String, value: String)]? {
    var items: [(name: String, value: String)] = []
    for item in query.split(separator: "&") {
      // In a query a plus sign is a space, as in HTML forms.
      let parts = item.replacing("+", with: "%20").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts[0].percentDecoded, let value = parts.count == 2 ? parts[1].percentDecoded : "" else {
        return nil
      }
      items.append((name, value))
    }
    return items
  }
}

extension StringProtocol {
  /// The percent-decoded text, or `nil` if a percent sign is not followed by two hexadecimal digits or the bytes are
  /// not UTF-8.
  package var percentDecoded: String? {
    var decoded: [UInt8] = []
    var bytes = Array(utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      let digits = bytes.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      decoded.append(byte)
      bytes = bytes.dropFirst(2)
    }
    return String(validating: decoded, as: UTF8.self)
  }
}
