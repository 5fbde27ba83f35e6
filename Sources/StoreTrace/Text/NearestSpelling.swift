extension Sequence<String> {
  /// The candidate that is most similar to `word`, regardless of case, or `nil` if none is similar enough.
  package func nearest(to word: String) -> String? {
    // A longer word is not a typing mistake, and the comparison is quadratic.
    guard word.utf8.count <= 64 else { return nil }
    let folded = Array(word.lowercased())
    var best: (candidate: String, distance: Int)?
    for candidate in self where candidate.utf8.count <= 64 {
      let other = Array(candidate.lowercased())
      // If the word is the beginning of the other one, the rest counts as one mistake.
      let distance = folded.count > 2 && other.starts(with: folded) ? 1 : folded.editDistance(to: other)
      let allowed = Swift.max(1, Swift.min(folded.count, candidate.count) / 3)
      if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }
}

extension [Character] {
  /// The number of insertions, deletions, replacements and swaps of neighbors that turn one word into the other. O(*n*
  /// · *m*).
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
  /// Lists the words in a sentence: `a`, `b` or `c`. A long list ends with the number of the words that are left out.
  package func list(or conjunction: String = "or") -> String {
    let limit = 24
    let quoted = prefix(limit).map { "`\($0.truncated(to: 60).printable)`" }
    if count > limit { return quoted.joined(separator: ", ") + ", … (\(count) in all)" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "nothing" }
    return quoted.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
