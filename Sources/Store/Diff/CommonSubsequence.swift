/// Returns a longest common subsequence of two sequences (Myers, 1986), as pairs of positions in both, in order.
/// Returns `nil` if more than `maximumChanges` elements would have to be removed and inserted, because the time of the
/// search grows with the square of that number.
func commonSubsequence(
  _ oldCount: Int,
  _ newCount: Int,
  maximumChanges: Int,
  areEqual: (Int, Int) -> Bool
) -> [(old: Int, new: Int)]? {
  let limit = min(maximumChanges, oldCount + newCount)
  guard limit >= 0 else { return nil }
  // The furthest position in the old sequence that is reached on each diagonal (old minus new position) with the
  // changes so far. The entry for diagonal d is at `d + limit + 1`. `history` contains, for each number of changes, the
  // entries before it.
  var furthest = Array(repeating: 0, count: 2 * limit + 3)
  var history: [ArraySlice<Int>] = []
  for changes in 0...limit {
    history.append(furthest[(limit - changes)...(limit + changes + 2)])
    for diagonal in stride(from: -changes, through: changes, by: 2) {
      let isInsertion = isInsertion(diagonal, changes, furthest[...], limit)
      var old = isInsertion ? furthest[diagonal + limit + 2] : furthest[diagonal + limit] + 1
      while old < oldCount, old - diagonal < newCount, areEqual(old, old - diagonal) { old += 1 }
      furthest[diagonal + limit + 1] = old
      if old == oldCount, old - diagonal == newCount {
        return pairs(oldCount, newCount, history, limit)
      }
    }
  }
  return nil
}

/// Returns whether the furthest path on a diagonal ends with an insertion. Otherwise it ends with a removal.
private func isInsertion(_ diagonal: Int, _ changes: Int, _ furthest: ArraySlice<Int>, _ limit: Int) -> Bool {
  diagonal == -changes
    || (diagonal != changes && furthest[diagonal + limit] < furthest[diagonal + limit + 2])
}

/// Walks back from the end and collects the equal elements.
private func pairs(
  _ oldCount: Int,
  _ newCount: Int,
  _ history: [ArraySlice<Int>],
  _ limit: Int
) -> [(old: Int, new: Int)] {
  var pairs: [(old: Int, new: Int)] = []
  var (old, new) = (oldCount, newCount)
  for (changes, furthest) in history.enumerated().reversed() {
    let diagonal = old - new
    var (previousOld, previousNew) = (0, 0)
    if changes > 0 {
      let previous = isInsertion(diagonal, changes, furthest, limit) ? diagonal + 1 : diagonal - 1
      previousOld = furthest[previous + limit + 1]
      previousNew = previousOld - previous
    }
    while old > previousOld, new > previousNew {
      old -= 1
      new -= 1
      pairs.append((old, new))
    }
    (old, new) = (previousOld, previousNew)
  }
  return pairs.reversed()
}

/// Returns the positions of a longest strictly increasing subsequence.
func longestIncreasingSubsequence(_ values: [Int]) -> [Int] {
  // For each length, the position of the smallest value that ends an increasing subsequence of that length.
  var ends: [Int] = []
  var predecessors = Array(repeating: -1, count: values.count)
  for position in values.indices {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if values[ends[middle]] < values[position] { low = middle + 1 } else { high = middle }
    }
    if low > 0 { predecessors[position] = ends[low - 1] }
    if low == ends.count { ends.append(position) } else { ends[low] = position }
  }
  var result: [Int] = []
  var position = ends.last ?? -1
  while position >= 0 {
    result.append(position)
    position = predecessors[position]
  }
  return result.reversed()
}
