import Dependencies

extension IdentifiedArray {
  /// Appends an element, unless its id is there already. Amortized constant time.
  ///
  /// - Returns: whether it was appended, and the position of the element with its id.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: _elements.count)
  }

  /// Appends those elements whose ids are not there already.
  @inlinable
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  /// Inserts an element, unless its id is there already. Linear time.
  ///
  /// - Returns: whether it was inserted, and the position of the element with its id.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at position: Int) -> (inserted: Bool, index: Int) {
    let id = _id(element)
    if let existing = _ids.firstIndex(of: id) { return (false, existing) }
    _elements.insert(element, at: position)
    _ids.insert(id, at: position)
    return (true, position)
  }

  /// Replaces the element at a position. If another element has the new one's id, an issue is reported and nothing
  /// changes.
  ///
  /// - Returns: the element that was at the position before.
  @inlinable
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

  /// Replaces the element that has the same id, where it is, or else appends. Amortized constant time.
  ///
  /// - Returns: the element that was replaced.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: _elements.count).originalMember
  }

  /// Replaces the element that has the same id, where it is, or else inserts. Linear time.
  ///
  /// - Returns: the element that was replaced, and the position at which the new one is.
  @inlinable
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
