extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { _elements.count }

  /// The element at a position. To change it, use its id: `path[id: path.ids[position]]`.
  @inlinable public subscript(position: Int) -> Element { _elements[position] }

  /// Reserves capacity for a number of elements.
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    _elements.reserveCapacity(minimumCapacity)
    _ids.reserveCapacity(minimumCapacity)
  }

  /// Pushes an element with a new id.
  ///
  /// - Complexity: Amortized O(1).
  public mutating func append(_ newElement: Element) {
    _elements.append(newElement)
    _ids.append(_makeID())
  }

  /// Replaces elements with others, which get new ids.
  public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Element>) {
    let tail = _ids.ids[subrange.upperBound...]
    let head = _ids.ids[..<subrange.lowerBound]
    let countBefore = _elements.count
    _elements.replaceSubrange(subrange, with: newElements)
    let newIDs = (0..<(_elements.count - countBefore + subrange.count)).map { _ in _makeID() }
    if tail.isEmpty {
      // At the end of the stack, where nearly all changes are made, the elements below are not touched.
      _ids.removeSubrange(subrange)
      for id in newIDs { _ids.append(id) }
    } else {
      _ids.ids = head + newIDs + tail
      _ids.rebuild()
    }
  }

  /// Pops the last element.
  @discardableResult public mutating func removeLast() -> Element {
    let element = _elements.removeLast()
    _ids.remove(at: _elements.count)
    return element
  }

  /// Pops the last element, if there is one.
  @discardableResult public mutating func popLast() -> Element? {
    isEmpty ? nil : removeLast()
  }

  /// Removes a range of elements. The others keep their ids.
  public mutating func removeSubrange(_ subrange: Range<Int>) {
    _elements.removeSubrange(subrange)
    _ids.removeSubrange(subrange)
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    _elements.removeAll(keepingCapacity: keepCapacity)
    _ids.removeAll(keepingCapacity: keepCapacity)
  }

  /// Removes the elements that satisfy a predicate. The others keep their ids.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let kept = try _elements.indices.filter { try !shouldBeRemoved(_elements[$0]) }
    guard kept.count != _elements.count else { return }
    _elements = kept.map { _elements[$0] }
    _ids.keep(kept)
  }

  /// Returns a stack of the elements that satisfy a predicate. They keep their ids.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }

  mutating func _makeID() -> StackElementID {
    defer { _nextID &+= 1 }
    return StackElementID(generation: _nextID)
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Makes a stack of elements, beginning with the lowest.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: IdentifiedElements {}
