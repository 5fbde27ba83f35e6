/// A step that turns one list into another.
enum ListStep {
  case same(new: Int)
  case changed(old: Int, new: Int)
  case removed(old: Int)
  case inserted(new: Int)
  /// The position that an element moved away from. The element has a second step at its new position.
  case movedAway(old: Int, new: Int)
  case movedHere(old: Int, new: Int)

  var isSame: Bool {
    if case .same = self { true } else { false }
  }
}

/// Returns the steps from one list to another.
///
/// Elements with ids are matched by these, others by equality. If neither is possible, elements are matched by
/// position. Equal elements at the beginning and at the end are skipped first, in linear time.
func listSteps(from old: some ReflectedList, to new: some ReflectedList) -> [ListStep] {
  let areEqual = old.comparison(with: new)
  let counts = (old: old.elements.count, new: new.elements.count)
  let shorter = min(counts.old, counts.new)
  var prefix = 0
  while prefix < shorter, areEqual(prefix, prefix) { prefix += 1 }
  var suffix = 0
  while suffix < shorter - prefix, areEqual(counts.old - 1 - suffix, counts.new - 1 - suffix) { suffix += 1 }

  let oldRange = prefix..<(counts.old - suffix)
  let newRange = prefix..<(counts.new - suffix)
  let middle =
    identifiedSteps(old, oldRange, new, newRange, areEqual)
    ?? comparedSteps(oldRange, newRange, maximumChanges: old.isEquatable ? 1_000 : 100, areEqual)
  return (0..<prefix).map { .same(new: $0) } + middle + (newRange.upperBound..<counts.new).map { .same(new: $0) }
}

private func identifiedSteps(
  _ old: some ReflectedList,
  _ oldRange: Range<Int>,
  _ new: some ReflectedList,
  _ newRange: Range<Int>,
  _ areEqual: (Int, Int) -> Bool
) -> [ListStep]? {
  guard let oldIDs = old.identities(oldRange), let newIDs = new.identities(newRange) else { return nil }
  let oldPositions = Dictionary(zip(oldIDs, oldRange)) { first, _ in first }
  let newPositions = Dictionary(zip(newIDs, newRange)) { first, _ in first }
  guard oldPositions.count == oldIDs.count, newPositions.count == newIDs.count else { return nil }

  let matches = zip(newIDs, newRange).compactMap { id, new in oldPositions[id].map { (old: $0, new: new) } }
  // Of the elements in both lists, as many as possible stay in place; the others are moved.
  let staying = longestIncreasingSubsequence(matches.map(\.old)).map { matches[$0] }
  return steps(oldRange, newRange, staying, areEqual) { olds, news in
    olds.map { old in
      newPositions[oldIDs[old - oldRange.lowerBound]].map { .movedAway(old: old, new: $0) } ?? .removed(old: old)
    }
      + news.map { new in
        oldPositions[newIDs[new - newRange.lowerBound]].map { .movedHere(old: $0, new: new) } ?? .inserted(new: new)
      }
  }
}

private func comparedSteps(
  _ oldRange: Range<Int>,
  _ newRange: Range<Int>,
  maximumChanges: Int,
  _ areEqual: (Int, Int) -> Bool
) -> [ListStep] {
  let common = commonSubsequence(oldRange.count, newRange.count, maximumChanges: maximumChanges) {
    areEqual(oldRange.lowerBound + $0, newRange.lowerBound + $1)
  }
  let staying =
    common?.map { (old: oldRange.lowerBound + $0.old, new: newRange.lowerBound + $0.new) }
    ?? zip(oldRange, newRange).map { (old: $0, new: $1) }
  return steps(oldRange, newRange, staying, areEqual) { olds, news in
    zip(olds, news).map { .changed(old: $0, new: $1) }
      + olds.dropFirst(news.count).map { .removed(old: $0) }
      + news.dropFirst(olds.count).map { .inserted(new: $0) }
  }
}

/// Returns the steps for the elements that stay, and those that `between` returns for the ranges between them.
private func steps(
  _ oldRange: Range<Int>,
  _ newRange: Range<Int>,
  _ staying: [(old: Int, new: Int)],
  _ areEqual: (Int, Int) -> Bool,
  between: (Range<Int>, Range<Int>) -> [ListStep]
) -> [ListStep] {
  var steps: [ListStep] = []
  var (old, new) = (oldRange.lowerBound, newRange.lowerBound)
  for pair in staying {
    steps += between(old..<pair.old, new..<pair.new)
    steps.append(areEqual(pair.old, pair.new) ? .same(new: pair.new) : .changed(old: pair.old, new: pair.new))
    (old, new) = (pair.old + 1, pair.new + 1)
  }
  return steps + between(old..<oldRange.upperBound, new..<newRange.upperBound)
}
