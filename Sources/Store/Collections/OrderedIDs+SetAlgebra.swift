// Set operations. Results are in the order of these ids. The argument is converted to `OrderedIDs` first, unless it is
// one.
extension OrderedIDs {
  /// Makes a list of ids. Of equal ids the first is kept.
  ///
  /// - Complexity: O(*n*).
  public init(_ ids: some Sequence<ID>) {
    if let ids = ids as? Self {
      self = ids
    } else {
      self.init()
      for id in ids where !contains(id) { append(id) }
    }
  }

  /// Returns these ids, followed by the others that are not among them.
  ///
  /// - Complexity: O(*n* + *m*).
  public func union(_ others: some Sequence<ID>) -> Self {
    var result = self
    for id in others where !result.contains(id) { result.append(id) }
    return result
  }

  /// Returns the ids that are also among the others.
  ///
  /// - Complexity: O(*n* + *m*).
  public func intersection(_ others: some Sequence<ID>) -> Self {
    let others = Self(others)
    return Self(lazy.filter { others.contains($0) })
  }

  /// Returns the ids that are not among the others.
  ///
  /// - Complexity: O(*n* + *m*).
  public func subtracting(_ others: some Sequence<ID>) -> Self {
    let others = Self(others)
    return Self(lazy.filter { !others.contains($0) })
  }

  /// Returns the ids that are not among the others, followed by the others that are not among these.
  ///
  /// - Complexity: O(*n* + *m*).
  public func symmetricDifference(_ others: some Sequence<ID>) -> Self {
    let others = Self(others)
    return subtracting(others).union(others.subtracting(self))
  }

  /// Returns whether all of these ids are among the others.
  ///
  /// - Complexity: O(*n* + *m*).
  public func isSubset(of others: some Sequence<ID>) -> Bool {
    let others = Self(others)
    return count <= others.count && allSatisfy { others.contains($0) }
  }

  /// Returns whether all of the others are among these ids.
  ///
  /// - Complexity: O(*m*).
  public func isSuperset(of others: some Sequence<ID>) -> Bool { others.allSatisfy { contains($0) } }

  /// Returns whether all of these ids are among the others, and there are more of the others.
  ///
  /// - Complexity: O(*n* + *m*).
  public func isStrictSubset(of others: some Sequence<ID>) -> Bool {
    let others = Self(others)
    return count < others.count && isSubset(of: others)
  }

  /// Returns whether all of the others are among these ids, and there are more of these.
  ///
  /// - Complexity: O(*m*).
  public func isStrictSuperset(of others: some Sequence<ID>) -> Bool {
    let others = Self(others)
    return others.count < count && isSuperset(of: others)
  }

  /// Returns whether none of the others is among these ids.
  ///
  /// - Complexity: O(*m*).
  public func isDisjoint(with others: some Sequence<ID>) -> Bool { !others.contains { contains($0) } }

  /// Returns whether both have the same ids, in any order.
  ///
  /// - Complexity: O(*n* + *m*).
  public func isEqualSet(to others: some Sequence<ID>) -> Bool {
    let others = Self(others)
    return count == others.count && isSubset(of: others)
  }
}
