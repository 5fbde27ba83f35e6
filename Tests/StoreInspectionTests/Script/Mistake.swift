import Testing

/// A line with a mistake between two bars, and what is said of it.
struct Mistake: CustomStringConvertible {
  /// The line without the bars.
  let line: String
  /// The message, with the place, the line and the mark below it, and its notes, if they are given.
  private let message: String
  private let hasNotes: Bool

  var description: String { line }

  /// - Parameter marked: Such as `send |7|`. Nothing is between the bars if something is missing there.
  init(_ marked: String, _ message: String, _ notes: String...) {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    line = parts.joined()
    let (column, width) = (parts[0].count, max(parts[1].count, 1))
    let mark = String(repeating: " ", count: column) + "^" + String(repeating: "~", count: width - 1)
    hasNotes = !notes.isEmpty
    self.message = (["test:1:\(column + 1): error: \(message)", line, mark] + notes).joined(separator: "\n  ")
  }

  /// Expects a message. Its notes count only if they are given.
  func expect(_ message: String?, sourceLocation: SourceLocation = #_sourceLocation) {
    let isSame = message == self.message || !hasNotes && message?.hasPrefix(self.message + "\n  ") == true
    #expect(isSame, "\(message ?? "nothing") in place of \(self.message)", sourceLocation: sourceLocation)
  }
}
