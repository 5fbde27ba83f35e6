import Dependencies

extension Locked<Int> {
  /// Adds one, and returns the sum: the number of a call, for example.
  package func next() -> Int {
    withLock { count in
      count += 1
      return count
    }
  }
}
