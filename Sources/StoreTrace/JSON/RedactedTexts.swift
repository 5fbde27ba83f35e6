import Foundation

/// The redacted texts and numbers of a recording so far. They are also hidden in other texts that contain them, such as
/// the name of an effect, a message, or an address.
package struct RedactedTexts {
  /// Numbers with fewer digits are not hidden, because many texts contain them by chance.
  private static let minimumDigitCount = 3

  /// The texts by their first character. The value tells whether a text is only hidden as a whole word.
  private var texts: [Character: [String: Bool]] = [:]

  package init() {}

  /// Adds the texts and numbers of a value that are redacted: all of them if `isRedacted`, otherwise those under redacted
  /// names.
  package mutating func insert(from value: JSONValue, _ redaction: Redaction, isRedacted: Bool = false) {
    guard isRedacted else {
      var secrets: [JSONValue] = []
      redaction.addSecrets(in: value, to: &secrets)
      return insert(secrets)
    }
    insert([value])
  }

  /// Adds all texts and numbers of values.
  mutating func insert(_ secrets: [JSONValue]) {
    for secret in secrets {
      switch secret {
      case .string(let text): insert(text)
      case .integer(let number): insert(number: "\(number.magnitude)")
      case .unsigned(let number): insert(number: "\(number)")
      case .number(let number):
        insert(number: "\(number.magnitude)")
        if let integer = UInt64(exactly: number.magnitude) { insert(number: "\(integer)") }
      case .array(let elements): insert(elements)
      case .object(let members):
        for member in members where member.isKey { insert(member.name) }
        insert(members.map(\.value))
      case .null, .bool: break
      }
    }
  }

  // Texts of up to three characters are only hidden as whole words: otherwise a search for "a" would hide every "a".
  private mutating func insert(_ text: String) {
    insert(text, onlyAsWord: text.count <= 3)
    // Addresses contain the text in this form.
    if let encoded = text.addingPercentEncoding(withAllowedCharacters: .unreserved), encoded != text {
      insert(encoded, onlyAsWord: text.count <= 3)
    }
  }

  private mutating func insert(number: String) {
    if number.count(where: \.isNumber) >= Self.minimumDigitCount { insert(number, onlyAsWord: true) }
  }

  private mutating func insert(_ text: String, onlyAsWord: Bool) {
    guard let first = text.first else { return }
    let isFoundInWords = texts[first]?[text] == false
    texts[first, default: [:]][text] = onlyAsWord && !isFoundInWords
  }

  /// Returns a value as it is recorded: redacted under redacted names, and without redacted texts in its other texts.
  package mutating func redact(_ value: JSONValue, _ redaction: Redaction) -> JSONValue {
    insert(from: value, redaction)
    return hidden(in: redaction.apply(to: value))
  }

  /// The value with `[redacted]` in place of redacted texts within its texts. Numbers, and the names of members and keys
  /// stay as they are.
  package func hidden(in value: JSONValue) -> JSONValue { texts.isEmpty ? value : changed(value) ?? value }

  /// The patch with `[redacted]` in place of redacted texts.
  func hidden(in patch: JSONPatch) -> JSONPatch {
    guard !texts.isEmpty else { return patch }
    return JSONPatch(
      patch.operations.map { operation in
        switch operation {
        case .add(let pointer, let value): .add(pointer, hidden(in: value))
        case .replace(let pointer, let value): .replace(pointer, hidden(in: value))
        case .remove, .move: operation
        }
      }
    )
  }

  /// The value without redacted texts; `nil` if it contains none. So unchanged parts stay shared.
  private func changed(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .string(let text):
      // Most texts contain none of the redacted texts.
      guard texts.values.contains(where: { $0.keys.contains(where: text.contains) }) else { return nil }
      // Brackets can't be in an address. A reducer that makes an address with `[redacted]` percent-encodes them, too.
      let isAddress = text.contains("://")
      let hidden = hidden(in: text, as: isAddress ? "%5Bredacted%5D" : Redaction.mark)
      return hidden == text ? nil : .string(hidden)
    case .array(let elements):
      var result: [JSONValue]?
      for (index, element) in elements.enumerated() {
        guard let element = changed(element) else { continue }
        result = result ?? elements
        result?[index] = element
      }
      return result.map(JSONValue.array)
    case .object(let members):
      var result: [JSONValue.Member]?
      for (index, member) in members.enumerated() {
        guard let value = changed(member.value) else { continue }
        result = result ?? members
        result?[index].value = value
      }
      return result.map(JSONValue.object)
    default: return nil
    }
  }

  /// The text with a mark in place of redacted texts.
  package func hidden(in text: String, as mark: String = Redaction.mark) -> String {
    guard !texts.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      let isInWord = result.last?.isPartOfWord == true
      let found = texts[first]?.filter { text, onlyAsWord in
        guard rest.hasPrefix(text) else { return false }
        return !onlyAsWord || !isInWord && rest.dropFirst(text.count).first?.isPartOfWord != true
      }
      if let longest = found?.keys.max(by: { $0.count < $1.count }) {
        result += mark
        rest = rest.dropFirst(longest.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}

extension CharacterSet {
  /// The characters that are not percent-encoded in any part of an address.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  )
}
