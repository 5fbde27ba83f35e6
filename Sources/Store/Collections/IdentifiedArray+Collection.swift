extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable public var endIndex: Int { _elements.count }

  /// The element at a position.
  ///
  /// If an element is assigned whose id another element has, that one takes the place of the one assigned to, so that
  /// algorithms which write a new order element by element work.
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

  /// Iterates as fast as an array does.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    _elements.makeIterator()
  }

  /// Calls a closure with the elements' memory.
  @inlinable
  public func withContiguousStorageIfAvailable<Success>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Success
  ) rethrows -> Success? {
    try _elements.withContiguousStorageIfAvailable(body)
  }

  /// Exchanges two elements. Constant time.
  @inlinable
  public mutating func swapAt(_ first: Int, _ second: Int) {
    _elements.swapAt(first, second)
    _ids.swapAt(first, second)
  }

  /// Takes the elements at the given positions, each at most once, and drops the others.
  @inlinable
  mutating func keep(_ positions: [Int]) {
    _elements = positions.map { _elements[$0] }
    _ids.keep(positions)
  }

  /// Sorts the elements. Elements that compare equal keep their order.
  @inlinable
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    keep(try indices.sorted { try areInIncreasingOrder(_elements[$0], _elements[$1]) })
  }

  /// The same elements, sorted.
  @inlinable
  public func sorted(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.sort(by: areInIncreasingOrder)
    return copy
  }

  /// Reverses the order of the elements.
  @inlinable
  public mutating func reverse() {
    keep(_elements.indices.reversed())
  }

  /// Puts the elements into a random order.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    keep(_elements.indices.shuffled(using: &generator))
  }

  /// Puts the elements into a random order.
  @inlinable
  public mutating func shuffle() {
    keep(_elements.indices.shuffled())
  }

  /// Moves the elements for which the predicate holds behind the others. Both parts keep their order.
  ///
  /// - Returns: the position of the first element for which it holds.
  @inlinable
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

  /// The elements for which a predicate holds.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }

  /// Moves the elements at the given offsets so that they stand, in their order, before the element that is at
  /// `destination` now. This is what a list's `onMove` asks for.
  ///
  /// Offsets at which there is no element are ignored, and a destination beyond either end means that end.
  @inlinable
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
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }

  /// The same elements, sorted.
  @inlinable
  public func sorted() -> Self {
    sorted(by: <)
  }
}
