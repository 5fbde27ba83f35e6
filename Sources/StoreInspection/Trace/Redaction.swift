import Foundation

/// Which values a trace never holds: those under a name that contains one of these words.
///
/// What is redacted keeps its shape, so that it can be decoded again where that is possible: strings become
/// `[redacted]`, dates and UUIDs the first there are, numbers 0 and booleans `false`.
struct Redaction: Equatable, Sendable {
  /// In lower case.
  let words: [String]
  private let patterns: [[UInt8]]

  /// What is redacted unless more is asked for.
  static let standardWords = ["token", "authorization", "password"]
  static let standard = Redaction(standardWords)
  static let none = Redaction([])

  init(_ words: [String]) {
    self.words = words.map { $0.lowercased() }.filter { !$0.isEmpty }
    patterns = self.words.map { Array($0.utf8) }
  }

  /// Whether what stands under a name is redacted. Asked for every name of every state that is replayed.
  func matches(_ name: String) -> Bool {
    var name = name
    let matches = name.withUTF8 { name -> Bool? in
      guard name.allSatisfy({ $0 < 0x80 }) else { return nil }
      return patterns.contains { name.containsIgnoringCase($0) }
    }
    return matches ?? words.contains { name.lowercased().contains($0) }
  }

  /// The value as a trace may hold it.
  func apply(to value: JSONValue) -> JSONValue {
    guard isNeeded(by: value) else { return value }
    switch value {
    case .array(let elements): return .array(elements.map(apply))
    case .object(let members):
      return .object(
        members.map { JSONValue.Member(name: $0.name, value: matches($0.name) ? blank($0.value) : apply(to: $0.value)) }
      )
    default: return value
    }
  }

  /// The arguments of a call as a trace may hold them.
  ///
  /// - Parameters:
  ///   - endpoint: Where it is: `client.endpoint`.
  ///   - labels: The names of its parameters, as far as they are known.
  func apply(to arguments: [JSONValue], of endpoint: String, labels: [String]) -> [JSONValue] {
    arguments.enumerated().map { index, argument in
      matches(endpoint) || labels.indices.contains(index) && matches(labels[index])
        ? blank(argument) : apply(to: argument)
    }
  }

  /// A text that describes values, such as that of an error that can't be encoded, as a trace may hold it: if it gives a
  /// value to a name that is redacted, as `login(password: "...")` does, nothing of it is left.
  func apply(toText text: String) -> String {
    var name = ""
    for character in text {
      if character.isLetter || character.isNumber || character == "_" || character == "-" {
        name.append(character)
      } else if character == ":" || character == "=" || character == "(" {
        if matches(name) { return "[redacted]" }
        name = ""
      } else if character != "\"" && character != " " {
        name = ""
      }
    }
    return text
  }

  /// Whether anything in the value is redacted.
  func isNeeded(by value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): elements.contains(where: isNeeded)
    case .object(let members): members.contains { matches($0.name) || isNeeded(by: $0.value) }
    default: false
    }
  }

  /// Adds the names in a value under which something is redacted.
  func addNames(in value: JSONValue, to names: inout Set<String>) {
    switch value {
    case .array(let elements): for element in elements { addNames(in: element, to: &names) }
    case .object(let members):
      for member in members {
        if !matches(member.name) {
          addNames(in: member.value, to: &names)
        } else if member.value.hasContent {
          names.insert(member.name)
        }
      }
    default: break
    }
  }

  /// The value without its content.
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

  /// The key of a dictionary without its content. Keys of one dictionary stay different from one another.
  private func blank(key: String, _ index: Int) -> String {
    if Int64(key) != nil { return "\(index)" }
    return index == 0 ? "[redacted]" : "[redacted \(index + 1)]"
  }

  private func blank(_ text: String) -> String {
    if text.utf8.count == 36, UUID(uuidString: text) != nil { return "00000000-0000-0000-0000-000000000000" }
    if text.utf8.count >= 20, text.utf8.first?.isDigit == true, Date(jsonValue: .string(text)) != nil {
      return "1970-01-01T00:00:00Z"
    }
    return "[redacted]"
  }
}

extension JSONValue {
  /// Whether there is anything in it that a redaction takes away.
  var hasContent: Bool {
    switch self {
    case .null: false
    case .array(let elements): elements.contains(where: \.hasContent)
    case .object(let members): members.contains(where: \.value.hasContent)
    default: true
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a word in lower case stands in here, in whichever case. Both are ASCII, and short.
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
