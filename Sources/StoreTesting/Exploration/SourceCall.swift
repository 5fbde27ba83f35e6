import Foundation

/// A call as it is written in a source file: the text of its arguments and trailing closures.
struct SourceCall {
  /// The source text of the arguments, by label. The label of an unlabeled argument or trailing closure is empty.
  private(set) var arguments: [String: String] = [:]

  private let text: [Character]
  private var position: Int

  /// Reads the first call of a function on a line of a file; `nil` if there is none, or if the file can't be read.
  init?(of function: String, filePath: String, line: Int) {
    guard let source = try? String(contentsOfFile: filePath, encoding: .utf8) else { return nil }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    // If this line has no such call, it calls a function that passes its line on, and a later call in the file is
    // another one.
    guard lines.indices.contains(line - 1), lines[line - 1].contains(function + "(") else { return nil }
    self.init(of: function, in: lines[(line - 1)...].joined(separator: "\n"))
  }

  init?(of function: String, in source: String) {
    guard let range = source.range(of: function + "(") else { return nil }
    text = Array(source[range.upperBound...])
    position = 0
    while position < text.count, text[position] != ")" {
      let start = position
      skip(until: [",", ")"])
      while position < text.count, text[position] == ",", Self.opensGenericType(text[start..<position]) {
        position += 1
        skip(until: [",", ")"])
      }
      let argument = String(text[start..<position]).trimmingCharacters(in: .whitespacesAndNewlines)
      if !argument.isEmpty { note(argument) }
      if position < text.count, text[position] == "," { position += 1 }
    }
    guard position < text.count else { return nil }
    position += 1
    readTrailingClosures()
  }

  /// Returns whether an argument that is read up to a comma continues after it, as `of: Pair<Int` does.
  private static func opensGenericType(_ argument: ArraySlice<Character>) -> Bool {
    String(argument).wholeMatch(of: #/\s*(\w+\s*:\s*)?[\w.]+<[^<>(){}\[\]"]*/#) != nil
  }

  private mutating func note(_ argument: String) {
    guard let match = argument.firstMatch(of: #/^([A-Za-z_]\w*)\s*:\s*/#) else {
      arguments[""] = argument
      return
    }
    arguments[String(match.1)] = String(argument[match.range.upperBound...])
  }

  private mutating func readTrailingClosures() {
    var label = ""
    while true {
      skipSpace()
      guard position < text.count else { return }
      if text[position] == "{" {
        let start = position
        skipOne()
        arguments[label] = String(text[start..<min(position, text.count)])
      } else {
        let start = position
        while position < text.count, text[position].isLetter { position += 1 }
        label = String(text[start..<position])
        skipSpace()
        guard !label.isEmpty, position < text.count, text[position] == ":" else { return }
        position += 1
        skipSpace()
        guard position < text.count, text[position] == "{" else { return }
      }
    }
  }

  private mutating func skipSpace() {
    while position < text.count, text[position].isWhitespace { position += 1 }
  }

  /// Moves to the first of some characters that is not in a string, a comment or brackets.
  private mutating func skip(until ends: Set<Character>) {
    while position < text.count, !ends.contains(text[position]) { skipOne() }
  }

  private func starts(with text: String) -> Bool {
    self.text[min(position, self.text.count)...].starts(with: text)
  }

  private mutating func skipOne() {
    guard position < text.count else { return }
    defer { position = min(position, text.count) }
    if starts(with: "//") {
      while position < text.count, !text[position].isNewline { position += 1 }
    } else if starts(with: "/*") {
      position += 2
      while position < text.count, !starts(with: "*/") { position += 1 }
      position += 2
    } else if text[position] == "\"" || text[position] == "#" {
      skipString()
    } else if let end = ["(": ")", "[": "]", "{": "}"][text[position]] as Character? {
      position += 1
      skip(until: [end])
      position += 1
    } else {
      position += 1
    }
  }

  /// Skips a string literal of any kind, or a single character if no literal begins there.
  private mutating func skipString() {
    let start = position
    while position < text.count, text[position] == "#" { position += 1 }
    let pounds = String(repeating: "#", count: position - start)
    guard position < text.count, text[position] == "\"" else {
      position = start + 1
      return
    }
    let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    position += quotes.count
    while position < text.count, !starts(with: quotes + pounds) {
      if starts(with: "\\" + pounds + "(") {
        position += 1 + pounds.count
        skipOne()
      } else if starts(with: "\\" + pounds) {
        position += 2 + pounds.count
      } else {
        position += 1
      }
    }
    position += quotes.count + pounds.count
  }
}
