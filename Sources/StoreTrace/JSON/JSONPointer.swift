/// A path in a JSON value (RFC 6901): `/rows/3/name`.
package struct JSONPointer: Hashable, Sendable {
  /// Names and indexes, outermost first; empty for the whole value.
  var tokens: [String]

  init(_ tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Parses a pointer. Returns `nil` if the text is not one.
  init?(_ text: String) {
    guard !text.isEmpty else {
      tokens = []
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      var token: [UInt8] = []
      var rest = part[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "~") else {
          token.append(byte)
          continue
        }
        switch rest.popFirst() {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default: return nil
        }
      }
      tokens.append(String(decoding: token, as: UTF8.self))
    }
    self.tokens = tokens
  }
}

extension JSONPointer: CustomStringConvertible {
  package var description: String {
    tokens.reduce(into: "") { text, token in
      text += "/"
      for character in token.unicodeScalars {
        switch character {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(character)
        }
      }
    }
  }
}
