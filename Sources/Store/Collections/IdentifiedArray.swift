import Dependencies

/// An array whose elements have ids, no two of them equal, and can be found and changed by their ids in constant time.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
/// rows[id: 2]?.count += 1
/// print(rows.append(Row(id: 1)).inserted)  // false: there is a row with this id
/// ```
///
/// Changing an element, by its id or its position, copies neither the array nor the element.
///
/// ## Equal ids
///
/// An element whose id is already there is refused by `append`, `insert` and `replaceSubrange`, which keep the element
/// that is there. `updateOrAppend` and `updateOrInsert` replace it. Initializers that promise unique elements report an
/// issue and keep the first of them.
///
/// ## Elements that change their id
///
/// If an element has another id after it was changed in place, it is from then on found by that id. If another element
/// has that id already, an issue is reported and the changed element can still be found by the id that it had before:
/// nothing is lost and every position stays valid, but the array holds two elements that claim the same id.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var _elements: [Element]
  @usableFromInline var _ids: OrderedIDs<ID>

  /// How to read an element's id. For `Identifiable` elements this is the property itself, no key path.
  @usableFromInline let _id: (Element) -> ID

  @inlinable
  init(_id: @escaping (Element) -> ID) {
    self._elements = []
    self._ids = OrderedIDs()
    self._id = _id
  }

  /// The elements as a plain array. Constant time, shares its storage.
  @inlinable public var elements: [Element] { _elements }

  /// The ids in the order of their elements. Constant time, shares its storage.
  @inlinable public var ids: OrderedIDs<ID> { _ids }

  /// The position of the element with an id.
  @inlinable
  public func index(id: ID) -> Int? {
    _ids.firstIndex(of: id)
  }

  /// The position of the element with an id, without hashing the id if the element is where it is expected to be.
  @inlinable
  package func index(id: ID, hint: Int) -> Int? {
    _ids.firstIndex(of: id, hint: hint)
  }

  /// Whether there is an element with the id of this one.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    _ids.contains(_id(element))
  }

  /// The element with an id. Set it to `nil` to remove it; set an element to add it at the end. The id of that element
  /// counts: if it differs from `id`, that is where it will be found.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { _ids.firstIndex(of: id).map { _elements[$0] } }
    _modify {
      if let position = _ids.firstIndex(of: id) {
        // The element leaves the array while it is being changed, so that nothing else refers to its buffers.
        let last = _elements.count &- 1
        _elements.swapAt(position, last)
        var element: Element? = _elements.removeLast()
        defer { _return(element, to: position) }
        yield &element
      } else {
        var element: Element?
        defer { if let element { _appendIfUnique(element, location: nil) } }
        yield &element
      }
    }
  }

  @inlinable
  mutating func _return(_ element: Element?, to position: Int) {
    let last = _elements.count
    if let element {
      _elements.append(element)
      _elements.swapAt(position, last)
      _updateID(at: position, location: nil)
    } else {
      if position != last {
        // The last element is at `position`: it goes back to the end, and the gap closes.
        _elements.append(_elements[position])
        _elements.remove(at: position)
      }
      _ids.remove(at: position)
    }
  }

  @inlinable
  mutating func _appendIfUnique(_ element: Element, location: IssueLocation?) {
    let id = _id(element)
    guard !append(element).inserted else { return }
    _reportEqualID(id, at: location)
  }

  /// Changes the element at a position where it is.
  ///
  /// - Parameter location: Where to report an id that another element has.
  @inlinable
  mutating func modifyElement<Result>(
    at position: Int,
    location: IssueLocation,
    _ body: (inout Element) -> Result
  ) -> Result {
    defer { _updateID(at: position, location: location) }
    return body(&_elements[position])
  }

  /// Sees to it that an element which was changed in place is found by its present id.
  @inlinable
  mutating func _updateID(at position: Int, location: IssueLocation?) {
    let id = _id(_elements[position])
    guard id != _ids.ids[position] else { return }
    if _ids.contains(id) { _reportEqualID(id, at: location) } else { _ids.replace(at: position, with: id) }
  }

  /// - Parameter location: Where to report a duplicate id; `nil` for subscripts, which don't know their caller.
  @usableFromInline
  func _reportEqualID(_ id: ID, at location: IssueLocation?) {
    reportIssue(
      """
      An element of '\(Self.self)' has the id of another element: \(String(reflecting: id)).

      Ids tell the elements apart, so that each may occur only once. An element that was to be added was dropped; one \
      that was changed in place is still found by the id that it had before.

      This usually happens when an element is edited together with its id, or when elements come from outside and were \
      not checked. Check 'ids.contains' first, use 'updateOrAppend' to replace the element that is there, or \
      'init(_:uniquingIDsWith:)' to say which one of several to keep.
      """,
      at: location ?? IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    )
  }
}

/// An ``IdentifiedArray`` of `Identifiable` elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

// Unchecked because of `_id`. It is made by this module alone and captures either nothing, a number or a `Sendable` key
// path. Its type is not `@Sendable` because that would rule out generic elements that are not known to have nonisolated
// conformances; an element isolated to an actor is read off it only where its `id` is, and that belongs to a value.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

/// A collection whose elements have ids, and lie one after the other in memory.
@usableFromInline protocol IdentifiedElements<ID, Element> {
  associatedtype ID: Hashable
  associatedtype Element

  var _elements: [Element] { get }
  /// The ids, in the order of the elements.
  var _ids: OrderedIDs<ID> { get }
}

extension IdentifiedArray: IdentifiedElements {}
