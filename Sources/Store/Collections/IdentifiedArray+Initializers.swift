import Dependencies

extension IdentifiedArray {
  /// Makes an empty array whose elements are identified by a property.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable) {
    // Reading through a key path is slow, so the property is read by its offset if it has one.
    let place = StatePlace(reading: id)
    self.init(_id: { place.value(in: $0) })
  }

  /// Makes an array of elements that are identified by a property, whose value has to be unique. If several elements
  /// have equal ids, the first is kept, and an issue is reported.
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(id: id)
    appendUnique(
      elements,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes an array of elements that are identified by a property. Does what ``init(uniqueElements:id:)`` does:
  /// elements with equal ids would break the array, and checking for them takes no extra time.
  @inlinable
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(uniqueElements: elements, id: id, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Makes an array of elements that are identified by a property. If two elements have equal ids, `combine` is called
  /// with the element so far and the next one, and returns the element to keep.
  @inlinable
  public init<Failure: Error>(
    _ elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws(Failure) -> Element
  ) throws(Failure) {
    self.init(id: id)
    try append(elements, uniquingIDsWith: combine)
  }

  @inlinable
  mutating func appendUnique(_ elements: some Sequence<Element>, location: IssueLocation?) {
    reserveCapacity(elements.underestimatedCount)
    for element in elements { _appendIfUnique(element, location: location) }
  }

  @inlinable
  mutating func append<Failure: Error>(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws(Failure) -> Element
  ) throws(Failure) {
    reserveCapacity(elements.underestimatedCount)
    for element in elements {
      let (inserted, position) = append(element)
      if !inserted { self[position] = try combine(_elements[position], element) }
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Makes an empty array.
  @inlinable
  public init() {
    self.init(_id: { $0.id })
  }

  /// Makes an array of elements, whose ids have to be unique. If several elements have equal ids, the first is kept,
  /// and an issue is reported.
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init()
    appendUnique(
      elements,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes an array of elements, whose ids have to be unique. Does what ``init(uniqueElements:)`` does.
  @inlinable
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(uniqueElements: elements, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Makes an array of elements. If two elements have equal ids, `combine` is called with the element so far and the
  /// next one, and returns the element to keep.
  @inlinable
  public init<Failure: Error>(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws(Failure) -> Element
  ) throws(Failure) {
    self.init()
    try append(elements, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Makes an array of elements, as ``init(uniqueElements:)`` does.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init()
    appendUnique(elements, location: nil)
  }
}
