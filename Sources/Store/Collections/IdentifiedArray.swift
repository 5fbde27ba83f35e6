import Dependencies

/// An array whose elements have unique ids, and can be found and changed by their ids in constant time.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
/// rows[id: 2]?.count += 1
/// print(rows.append(Row(id: 1)).inserted)  // false: there is a row with this id
/// ```
///
/// Changing an element by its id or its position copies neither the array nor the element.
///
/// ## Equal ids
///
/// `append`, `insert` and `replaceSubrange` ignore an element whose id is already in the array, and keep the existing
/// element. `updateOrAppend` and `updateOrInsert` replace the existing one. Initializers for unique elements report an
/// issue and keep the first.
///
/// ## Elements that change their id
///
/// If the id of an element changes while the element is changed in place, the element is found by its new id from then
/// on. If another element already has that id, an issue is reported, and the changed element is still found by its
/// previous id. Nothing is lost and every position stays valid, but two elements in the array have the same id.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var _elements: [Element]
  @usableFromInline var _ids: OrderedIDs<ID>

  /// Returns an element's id. For `Identifiable` elements it reads the property directly, without a key path.
  @usableFromInline let _id: (Element) -> ID

  @inlinable
  init(_id: @escaping (Element) -> ID) {
    self._elements = []
    self._ids = OrderedIDs()
    self._id = _id
  }

  /// The elements as a plain array. Takes constant time, because it shares the storage.
  @inlinable public var elements: [Element] { _elements }

  /// The ids in the order of their elements. Takes constant time, because they share the storage.
  @inlinable public var ids: OrderedIDs<ID> { _ids }

  /// Returns the position of the element with an id, or `nil` if there is none.
  @inlinable
  public func index(id: ID) -> Int? {
    _ids.firstIndex(of: id)
  }

  /// Returns whether there is an element with the same id as the given one.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    _ids.contains(_id(element))
  }

  /// The element with an id. Set it to `nil` to remove the element. If there is none, setting an element appends it. It
  /// is found by its own id, even if that differs from `id`.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { _ids.firstIndex(of: id).map { _elements[$0] } }
    _modify {
      if let position = _ids.firstIndex(of: id) {
        // The element is moved out while it is changed, so that its buffers are not shared.
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
        // The last element is at `position`: it is moved back to the end.
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

  /// Changes the element at a position in place.
  ///
  /// - Parameter location: The location to report if the element gets the id of another one.
  @inlinable
  mutating func modifyElement<Result>(
    at position: Int,
    location: IssueLocation,
    _ body: (inout Element) -> Result
  ) -> Result {
    defer { _updateID(at: position, location: location) }
    return body(&_elements[position])
  }

  /// Makes sure that an element that was changed in place is found by its current id.
  @inlinable
  mutating func _updateID(at position: Int, location: IssueLocation?) {
    let id = _id(_elements[position])
    guard id != _ids.ids[position] else { return }
    if _ids.contains(id) { _reportEqualID(id, at: location) } else { _ids.replace(at: position, with: id) }
  }

  /// - Parameter location: The location to report; `nil` for subscripts, which don't know their caller.
  @usableFromInline func _reportEqualID(_ id: ID, at location: IssueLocation?) {
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

// `@unchecked` because of `_id`. Only this module makes it, and it captures nothing, a number or a `Sendable` key path.
// Its type is not `@Sendable`, because that would exclude generic elements that are not known to have nonisolated
// conformances. An `id` that is isolated to an actor can therefore be read outside of that actor, which is safe where
// the element is a value.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

/// A collection whose elements have ids and are adjacent in memory.
@usableFromInline protocol IdentifiedElements<ID, Element> {
  associatedtype ID: Hashable
  associatedtype Element

  var _elements: [Element] { get }
  /// The ids, in the order of the elements.
  var _ids: OrderedIDs<ID> { get }
}

extension IdentifiedElements {
  /// Passes the address of the element with an id to a function, trying the given position first. Returns `false` if
  /// there is no such element.
  @inlinable borrowing func look(for id: ID, _ position: inout Int, _ body: (UnsafePointer<Element>) -> Void) -> Bool {
    guard let found = _ids.firstIndex(of: id, hint: position) else { return false }
    position = found
    return _elements.withUnsafeBufferPointer { buffer in
      guard let element = buffer.address(at: found) else { return false }
      body(element)
      return true
    }
  }

  /// Does the same without a position to try first.
  @inlinable borrowing func look(for id: ID, _ body: (UnsafePointer<Element>) -> Void) -> Bool {
    var position = 0
    return look(for: id, &position, body)
  }
}

extension IdentifiedArray: IdentifiedElements {}
