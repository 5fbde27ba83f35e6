/// The texts that were redacted in a recording so far, to be found in what somebody has written with them: an effect that is
/// called "Log in as hunter2", for example.
struct RedactedTexts {
  /// By the character that they begin with.
  private var texts: [Character: Set<String>] = [:]

  /// Adds the texts of a value that are redacted.
  mutating func insert(from value: JSONValue, _ redaction: Redaction, isRedacted: Bool = false) {
    switch value {
    case .string(let text) where isRedacted: if let first = text.first { texts[first, default: []].insert(text) }
    case .array(let elements): for element in elements { insert(from: element, redaction, isRedacted: isRedacted) }
    case .object(let members):
      for member in members {
        if isRedacted, member.isKey { insert(from: .string(member.name), redaction, isRedacted: true) }
        insert(from: member.value, redaction, isRedacted: isRedacted || redaction.matches(member.name))
      }
    default: break
    }
  }

  /// The text without those in it. Short ones are found as words only: a search for "a" is no reason to hide every "a".
  func hidden(in text: String) -> String {
    guard !texts.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      let found = texts[first]?.filter { rest.hasPrefix($0) }.max { $0.count < $1.count }
      let follower = found.flatMap { rest.dropFirst($0.count).first }
      if let found, found.count > 3 || result.last?.isPartOfWord != true && follower?.isPartOfWord != true {
        result += "[redacted]"
        rest = rest.dropFirst(found.count)
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
