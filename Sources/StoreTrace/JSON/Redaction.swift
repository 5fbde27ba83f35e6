import Foundation

/// Replaces the values in a trace whose names contain certain words.
///
/// Redacted values keep their kind, so that they can usually still be decoded: strings become `[redacted]`, dates
/// `1970-01-01T00:00:00Z`, UUIDs zeros, numbers 0 and booleans `false`.
package struct Redaction: Equatable, Sendable {
  /// The words in lower case.
  let words: [String]
  private let patterns: [[UInt8]]

  /// The words that are always redacted in traces.
  package static let standardWords = ["token", "authorization", "password"]
  static let standard = Redaction(standardWords)
  static let none = Redaction([])
  /// The text that replaces a redacted text in a trace.
  package static let mark = "[redacted]"

  package init(_ words: [String]) {
    self.words = words.map { $0.lowercased() }.filter { !$0.isEmpty }
    patterns = self.words.map { Array($0.utf8) }
  }

  /// Whether a value with this name is redacted. This has to be fast, because a replay calls it for every name in every
  /// state.
  package func matches(_ name: String) -> Bool {
    var name = name
    let matches = name.withUTF8 { name -> Bool? in
      guard name.allSatisfy({ $0 < 0x80 }) else { return nil }
      return patterns.contains { name.containsIgnoringCase($0) }
    }
    return matches ?? words.contains { name.lowercased().contains($0) }
  }

  /// The value with all redacted parts replaced.
  package func apply(to value: JSONValue) -> JSONValue {
    guard isNeeded(by: value) else { return value }
    switch value {
    case .array(let elements): return .array(elements.map(apply))
    case .object(let members):
      return .object(
        members.map { member in
          let value = matches(member.name) ? blank(member.value) : apply(to: member.value)
          return JSONValue.Member(name: member.name, value: value, isKey: member.isKey)
        }
      )
    default: return value
    }
  }

  /// The arguments of a call with all redacted parts replaced.
  ///
  /// - Parameters:
  ///   - endpoint: The name of the endpoint: `client.endpoint`.
  ///   - labels: The names of the parameters, as far as they are known.
  package func apply(to arguments: [JSONValue], of endpoint: String, labels: [String]) -> [JSONValue] {
    arguments.enumerated().map { index, argument in
      matches(endpoint) || labels.indices.contains(index) && matches(labels[index])
        ? blank(argument) : apply(to: argument)
    }
  }

  /// The text, or `[redacted]` if it contains a redacted name followed by a value, as in `login(password: "...")`. This
  /// is for texts that describe values, such as the description of an error that can't be encoded.
  func apply(toText text: String) -> String {
    var name = ""
    for character in text {
      if character.isLetter || character.isNumber || character == "_" || character == "-" {
        name.append(character)
      } else if character == ":" || character == "=" || character == "(" {
        if matches(name) { return Self.mark }
        name = ""
      } else if character != "\"" && character != " " {
        name = ""
      }
    }
    return text
  }

  /// Whether a part of the value is redacted.
  package func isNeeded(by value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): elements.contains(where: isNeeded)
    case .object(let members): members.contains { matches($0.name) || isNeeded(by: $0.value) }
    default: false
    }
  }

  /// Adds the redacted names in a value whose values have content.
  package func addNames(in value: JSONValue, to names: inout Set<String>) {
    visitRedacted(in: value) { if $0.value.hasContent { names.insert($0.name) } }
  }

  /// Adds the values in a value that are under redacted names.
  func addSecrets(in value: JSONValue, to secrets: inout [JSONValue]) {
    visitRedacted(in: value) { secrets.append($0.value) }
  }

  private func visitRedacted(in value: JSONValue, _ visit: (JSONValue.Member) -> Void) {
    switch value {
    case .array(let elements): for element in elements { visitRedacted(in: element, visit) }
    case .object(let members):
      for member in members {
        if matches(member.name) { visit(member) } else { visitRedacted(in: member.value, visit) }
      }
    default: break
    }
  }

  /// The value with all its content replaced.
  func blank(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null: .null
    case .bool: .bool(false)
    case .integer, .unsigned, .number: .integer(0)
    case .string(let text): .string(blank(text))
    case .array(let elements): .array(elements.map(blank))
    case .object(let members):
      .object(
        members.enumerated().map { index, member in
          JSONValue.Member(
            name: member.isKey ? blank(key: member.name, index) : member.name,
            value: blank(member.value),
            isKey: member.isKey
          )
        }
      )
    }
  }

  /// The replacement for a key of a dictionary. It contains the index, so that the keys stay distinct.
  private func blank(key: String, _ index: Int) -> String {
    if Int64(key) != nil { return "\(index)" }
    return index == 0 ? "[redacted]" : "[redacted \(index + 1)]"
  }

  /// Whether a name may be the replacement for a key of a dictionary.
  fileprivate static func isBlankKey(_ name: String) -> Bool { name.hasPrefix("[redacted") || Int64(name) != nil }

  private func blank(_ text: String) -> String {
    if text.utf8.count == 36, UUID(uuidString: text) != nil { return "00000000-0000-0000-0000-000000000000" }
    if text.utf8.count >= 20, text.utf8.first?.isDigit == true, Date(jsonValue: .string(text)) != nil {
      return "1970-01-01T00:00:00Z"
    }
    return Self.mark
  }
}

extension JSONValue {
  /// Whether the value has content that a redaction replaces, or has replaced. The keys of a dictionary are content.
  package var hasContent: Bool {
    switch self {
    case .null: false
    case .array(let elements): elements.contains(where: \.hasContent)
    case .object(let members):
      members.contains { $0.isKey || Redaction.isBlankKey($0.name) || $0.value.hasContent }
    default: true
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes contain a lowercase ASCII word, ignoring case. Compares at each position, which suffices for
  /// short texts.
  fileprivate func containsIgnoringCase(_ word: [UInt8]) -> Bool {
    guard count >= word.count else { return false }
    for start in 0...count - word.count {
      var length = 0
      while length < word.count, self[start + length].lowercased == word[length] { length += 1 }
      if length == word.count { return true }
    }
    return false
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { self | (self &- 0x41 < 26 ? 0x20 : 0) }
}
