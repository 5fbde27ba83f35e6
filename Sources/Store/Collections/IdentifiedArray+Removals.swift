extension IdentifiedArray {
  /// Removes the element with an id.
  ///
  /// - Returns: The removed element, or `nil` if there is none with this id.
  /// - Complexity: O(*n*); O(1) at the end.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    _ids.firstIndex(of: id).map { remove(at: $0) }
  }

  /// Removes the element with the same id as the given one.
  ///
  /// - Returns: The removed element, or `nil` if there is none with this id.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: _id(element))
  }

  /// Removes the element at a position.
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    let element = _elements.remove(at: position)
    _ids.remove(at: position)
    return element
  }

  /// Removes the elements at the given offsets. Suits the `onDelete` of a SwiftUI list.
  ///
  /// Offsets out of bounds are ignored.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    var isKept = Array(repeating: true, count: count)
    for offset in offsets where indices.contains(offset) { isKept[offset] = false }
    keep(indices.filter { isKept[$0] })
  }

  /// Removes the elements that satisfy a predicate.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let kept = try indices.filter { try !shouldBeRemoved(_elements[$0]) }
    guard kept.count != count else { return }
    keep(kept)
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    _elements.removeAll(keepingCapacity: keepCapacity)
    _ids.removeAll(keepingCapacity: keepCapacity)
  }

  /// Removes the first element.
  @discardableResult
  public mutating func removeFirst() -> Element {
    remove(at: 0)
  }

  /// Removes a number of elements at the beginning. The array has to contain as many.
  public mutating func removeFirst(_ count: Int) {
    removeSubrange(0..<count)
  }

  /// Removes the last element.
  ///
  /// - Complexity: O(1).
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: count - 1)
  }

  /// Removes a number of elements at the end. The array has to contain as many.
  public mutating func removeLast(_ count: Int) {
    removeSubrange(self.count - count..<self.count)
  }

  /// Removes the elements at a range of positions.
  public mutating func removeSubrange(_ bounds: Range<Int>) {
    _elements.removeSubrange(bounds)
    _ids.removeSubrange(bounds)
  }

  /// Removes the elements at a range of positions.
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    removeSubrange(bounds.relative(to: self))
  }

  /// Reserves capacity for a number of elements.
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    _elements.reserveCapacity(minimumCapacity)
    _ids.reserveCapacity(minimumCapacity)
  }
}

extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// Replaces the elements at a range of positions with new elements. New elements whose ids are elsewhere in the array
  /// are left out.
  public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Element>) {
    if !subrange.isEmpty { removeSubrange(subrange) }
    var unique = IdentifiedArray()
    for element in newElements where !contains(element) { unique.append(element) }
    guard !unique.isEmpty else { return }
    _elements.insert(contentsOf: unique._elements, at: subrange.lowerBound)
    _ids.insert(contentsOf: unique._ids.ids, at: subrange.lowerBound)
  }
}
