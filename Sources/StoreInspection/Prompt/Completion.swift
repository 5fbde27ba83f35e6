/// The change that the completion key makes to a line.
struct Completion: Equatable, Sendable {
  /// The number of characters before the cursor that are replaced.
  var deletionCount = 0
  /// The text to insert; empty if the candidates have no common beginning.
  var insertion = ""
  /// The possible words, which are listed if there is nothing to insert.
  var candidates: [String] = []

  /// The maximum number of candidates in a list.
  static let listLimit = 200

  /// Completes a word.
  ///
  /// - Parameters:
  ///   - word: The beginning of the word.
  ///   - candidates: The possible words. Those that do not begin with `word` are ignored.
  ///   - suffix: The text after the word, inserted if only one candidate is possible.
  init(of word: String = "", among candidates: [String] = [], suffix: String = "") {
    let matching = candidates.filter { $0.hasPrefix(word) }
    guard let first = matching.first else { return }
    if matching.count == 1 {
      insertion = String(first.dropFirst(word.count)) + suffix
      self.candidates = matching
      return
    }
    let common = matching.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    insertion = String(common.dropFirst(word.count))
    self.candidates = matching
  }

  /// The candidates in columns.
  func list(columns: Int) -> String {
    let shown = candidates.prefix(Self.listLimit).map { $0.printable.truncated(to: max(1, columns - 2)) }
    let width = (shown.map(\.displayWidth).max() ?? 0) + 2
    let perRow = max(1, columns / width)
    let rows = (shown.count + perRow - 1) / perRow
    var lines = (0..<rows).map { row in
      var line = ""
      for index in stride(from: row, to: shown.count, by: rows) {
        let padding = index + rows < shown.count ? width - shown[index].displayWidth : 0
        line += shown[index] + String(repeating: " ", count: padding)
      }
      return line
    }
    if candidates.count > shown.count { lines.append("… \(candidates.count - shown.count) more") }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
