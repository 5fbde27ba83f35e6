import Dependencies

extension IdentifiedArray {
  /// Appends an element, unless there is one with the same id.
  ///
  /// - Returns: Whether it was appended, and the position of the element with this id.
  /// - Complexity: Amortized O(1).
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: _elements.count)
  }

  /// Appends the elements whose ids are not in the array yet.
  @inlinable
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  /// Inserts an element, unless there is one with the same id.
  ///
  /// - Returns: Whether it was inserted, and the position of the element with this id.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func insert(_ element: Element, at position: Int) -> (inserted: Bool, index: Int) {
    let id = _id(element)
    if let existing = _ids.firstIndex(of: id) { return (false, existing) }
    _elements.insert(element, at: position)
    _ids.insert(id, at: position)
    return (true, position)
  }

  /// Replaces the element at a position. If another element has the same id, an issue is reported and nothing changes.
  ///
  /// - Returns: The previous element at the position.
  @discardableResult
  public mutating func update(
    _ element: Element,
    at position: Int,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Element {
    let previous = _elements[position]
    let id = _id(element)
    if let existing = _ids.firstIndex(of: id), existing != position {
      _reportEqualID(
        id,
        at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    } else {
      self[position] = element
    }
    return previous
  }

  /// Replaces the element with the same id in place, or else appends the element.
  ///
  /// - Returns: The element that was replaced, or `nil`.
  /// - Complexity: Amortized O(1).
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: _elements.count).originalMember
  }

  /// Replaces the element with the same id in place, or else inserts the element at a position.
  ///
  /// - Returns: The element that was replaced, or `nil`, and the position of the new element.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element,
    at position: Int
  ) -> (originalMember: Element?, index: Int) {
    let (inserted, position) = insert(element, at: position)
    guard !inserted else { return (nil, position) }
    let previous = _elements[position]
    _elements[position] = element
    return (previous, position)
  }
}
