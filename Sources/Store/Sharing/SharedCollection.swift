extension RangeReplaceableCollection {
  /// The elements of a shared array, each as a shared value.
  ///
  /// ```swift
  /// for row in Array($rows) {
  ///   row.withLock { $0.isRead = true }
  /// }
  /// ```
  ///
  /// - Complexity: O(*n*).
  public init<ID: Hashable & Sendable, Row>(
    _ shared: Shared<IdentifiedArray<ID, Row>>
  ) where Element == Shared<Row> {
    self.init()
    let ids = shared.wrappedValue.ids
    reserveCapacity(ids.count)
    for id in ids { if let row = Shared<Row>(shared[dynamicMember: \.[id: id]]) { append(row) } }
  }

  /// The elements of a shared array that can only be read, each as a shared value.
  public init<ID: Hashable & Sendable, Row>(
    _ shared: SharedReader<IdentifiedArray<ID, Row>>
  ) where Element == SharedReader<Row> {
    self.init()
    let ids = shared.wrappedValue.ids
    reserveCapacity(ids.count)
    for id in ids { if let row = SharedReader<Row>(shared[dynamicMember: \.[id: id]]) { append(row) } }
  }
}
