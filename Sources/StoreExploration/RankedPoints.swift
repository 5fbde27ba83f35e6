/// Points in the order of their ranks. Points of the same rank stay in the order in which they were added.
struct RankedPoints {
  private var points: [[Int]: (numbers: [Int], start: Int)] = [:]

  mutating func append(_ number: Int, rank: [Int]) {
    points[rank, default: ([], 0)].numbers.append(number)
  }

  /// - Complexity: O(number of ranks)
  mutating func popFirst() -> Int? {
    guard let rank = points.keys.min(by: { $0.lexicographicallyPrecedes($1) }), let (numbers, start) = points[rank]
    else { return nil }
    if start + 1 < numbers.count { points[rank]?.start += 1 } else { points[rank] = nil }
    return numbers[start]
  }
}
