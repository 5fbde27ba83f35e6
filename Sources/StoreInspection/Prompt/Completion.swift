/// What the completion key does to a line.
struct Completion: Equatable, Sendable {
  /// How many characters before the cursor are replaced.
  var deletionCount = 0
  /// What is inserted; empty if there is nothing that all candidates begin with.
  var insertion = ""
  /// What could stand here, as it is listed when there is nothing to insert.
  var candidates: [String] = []

  /// A list is cut after so many.
  static let listLimit = 200

  /// Completes a word.
  ///
  /// - Parameters:
  ///   - word: What is there of it.
  ///   - candidates: What it could be, whole. Those that do not begin with the word do not count.
  ///   - suffix: What follows the word once it is known.
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
