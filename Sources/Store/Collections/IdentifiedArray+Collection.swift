extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { _elements.count }

  /// The element at a position.
  ///
  /// If an element is assigned that has the id of another element, the two positions are swapped first, so that the
  /// element at `position` replaces the other one. Algorithms that write a new order element by element therefore work.
  @inlinable
  public subscript(position: Int) -> Element {
    _read { yield _elements[position] }
    set {
      let id = _id(newValue)
      if id != _ids.ids[position] {
        if let other = _ids.firstIndex(of: id) {
          swapAt(other, position)
        } else {
          _ids.replace(at: position, with: id)
        }
      }
      _elements[position] = newValue
    }
    _modify {
      defer { _updateID(at: position, location: nil) }
      yield &_elements[position]
    }
  }

  /// Returns the iterator of the underlying array, which is as fast as that of any array.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    _elements.makeIterator()
  }

  /// Calls a closure with the memory in which the elements are stored.
  @inlinable
  public func withContiguousStorageIfAvailable<Success>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Success
  ) rethrows -> Success? {
    try _elements.withContiguousStorageIfAvailable(body)
  }

  /// Exchanges two elements.
  ///
  /// - Complexity: O(1).
  public mutating func swapAt(_ first: Int, _ second: Int) {
    _elements.swapAt(first, second)
    _ids.swapAt(first, second)
  }

  /// Keeps the elements at the given positions, each at most once and in the given order, and removes the others.
  mutating func keep(_ positions: [Int]) {
    _elements = positions.map { _elements[$0] }
    _ids.keep(positions)
  }

  /// Sorts the elements. The sort is stable: equal elements keep their order.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    keep(try indices.sorted { try areInIncreasingOrder(_elements[$0], _elements[$1]) })
  }

  /// Returns the elements sorted.
  public func sorted(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.sort(by: areInIncreasingOrder)
    return copy
  }

  /// Moves the elements that satisfy the predicate behind the others. Both parts keep their order.
  ///
  /// - Returns: The position of the first element that satisfies it.
  @discardableResult
  public mutating func partition(by belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Int {
    var first: [Int] = []
    var second: [Int] = []
    for position in _elements.indices {
      if try belongsInSecondPartition(_elements[position]) { second.append(position) } else { first.append(position) }
    }
    keep(first + second)
    return first.count
  }

  /// Returns the elements that satisfy a predicate.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }

  /// Moves the elements at the given offsets, in their order, before the element that is now at `destination`. Suits
  /// the `onMove` of a SwiftUI list.
  ///
  /// Offsets out of bounds are ignored. A destination out of bounds means the nearest end.
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    var isMoved = Array(repeating: false, count: count)
    for offset in source where indices.contains(offset) { isMoved[offset] = true }
    let destination = Swift.min(Swift.max(destination, 0), count)
    keep(
      (0..<destination).filter { !isMoved[$0] } + indices.filter { isMoved[$0] }
        + (destination..<count).filter { !isMoved[$0] }
    )
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements.
  public mutating func sort() {
    sort(by: <)
  }

  /// Returns the elements sorted.
  public func sorted() -> Self {
    sorted(by: <)
  }
}
