extension Sequence<String> {
  /// The candidate that `word` was most likely meant to be, or `nil` when none is near. Case does not count as a mistake
  /// when everything else is equal.
  func nearest(to word: String) -> String? {
    // A longer word is no typing mistake, and the comparison is quadratic.
    guard word.utf8.count <= 64 else { return nil }
    let folded = Array(word.lowercased())
    var best: (candidate: String, distance: Int)?
    for candidate in self where candidate.utf8.count <= 64 {
      let other = Array(candidate.lowercased())
      // The beginning of a word is no worse than one mistake.
      let distance = folded.count > 2 && other.starts(with: folded) ? 1 : folded.editDistance(to: other)
      let allowed = Swift.max(1, Swift.min(folded.count, candidate.count) / 3)
      if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }
}

extension [Character] {
  /// Insertions, deletions, replacements and swaps of neighbours that make one word of the other. O(*n* · *m*).
  fileprivate func editDistance(to other: [Character]) -> Int {
    var older = [Int](repeating: 0, count: other.count + 1)
    var previous = Array<Int>(0...other.count)
    for row in indices {
      var current = [row + 1]
      for column in other.indices {
        var distance = Swift.min(
          previous[column + 1] + 1,
          current[column] + 1,
          previous[column] + (self[row] == other[column] ? 0 : 1)
        )
        if row > 0, column > 0, self[row] == other[column - 1], self[row - 1] == other[column] {
          distance = Swift.min(distance, older[column - 1] + 1)
        }
        current.append(distance)
      }
      (older, previous) = (previous, current)
    }
    return previous[other.count]
  }
}

extension Collection<String> {
  /// The words as a sentence says them: `a`, `b` or `c`. Long lists are cut with a count.
  func list(or conjunction: String = "or") -> String {
    let limit = 24
    let quoted = prefix(limit).map { "`\($0.truncated(to: 60).printable)`" }
    if count > limit { return quoted.joined(separator: ", ") + ", … (\(count) in all)" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "nothing" }
    return quoted.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
