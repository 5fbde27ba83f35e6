import Dependencies

/// The states of the features on a navigation stack, from the root up. Each has an id, which its actions contain.
///
/// ```swift
/// struct State: Equatable {
///   var path = StackState<Detail.State>()
/// }
/// enum Action {
///   case detailButtonTapped
///   case path(StackActionOf<Detail>)
/// }
/// var body: some ReducerOf<Self> {
///   Reduce { state, action in
///     switch action {
///     case .detailButtonTapped:
///       state.path.append(Detail.State())
///       return .none
///     case .path(.element(let id, .doneButtonTapped)):
///       state.path.pop(from: id)
///       return .none
///     case .path:
///       return .none
///     }
///   }
///   .forEach(\.path, action: \.path) { Detail() }
/// }
/// ```
///
/// A stack is a collection. Looking up or changing an element by its id takes constant time and copies nothing.
///
/// ## Where ids come from
///
/// A stack numbers its elements 0, 1, 2 and so on and uses each number once, however it is changed. In a test, the same
/// changes lead to the same ids. Only a ``StackAction/push(id:state:)`` can bring an id back that was popped.
///
/// A new stack begins at 0. When a reducer assigns one to a property that `forEach` runs on, its elements are given new
/// ids, which continue those of the stack that it replaces. This happens after the reducer has run. If you need the ids
/// at once, change the existing stack, by `removeAll()` and `append(_:)` for example. Assigning an earlier copy of the
/// stack brings its elements back with the ids that they had.
///
/// `forEach` can't do this for a reducer outside of the one that it is applied to. If such a reducer assigns a new
/// stack, ids begin at 0 again; if it assigns an earlier copy, new ids continue those of that copy. The effects of
/// elements that it removes are cancelled with the next action.
///
/// Two stacks are equal if they have equal elements with equal ids in the same order. The ids of a stack that has not
/// been in a store are preliminary: compared with a stack that has, only the differences between them count. So after a
/// reducer's `state.path = StackState([detail])` a test can expect `$0.path = StackState([detail])`, whatever was on
/// the stack before.
///
/// A stack is encoded as an array of its elements. Decoding makes a new stack.
public struct StackState<Element> {
  @usableFromInline var _elements: [Element]
  @usableFromInline var _ids: OrderedIDs<StackElementID>
  /// The number of the next element that is added. It never decreases.
  @usableFromInline var _nextID: Int
  /// Ids below this number are final. See `StackLineage`.
  @usableFromInline var _settledID: Int
  @usableFromInline var _lineage: StackLineage?

  /// Makes an empty stack.
  public init() {
    _elements = []
    _ids = OrderedIDs()
    _nextID = 0
    _settledID = 0
  }

  /// The ids of the elements, in their order. Takes constant time, because it shares the stack's storage.
  @inlinable public var ids: OrderedIDs<StackElementID> { _ids }

  /// The id that the next element gets, to pass to ``StackAction/push(id:state:)``.
  public var nextID: StackElementID { StackElementID(generation: _nextID) }

  /// Returns the position of the element with an id, or `nil` if there is none.
  public func index(id: StackElementID) -> Int? {
    _ids.firstIndex(of: id)
  }

  /// The element with an id. Set it to `nil` to remove only this element; those above it stay.
  ///
  /// Setting it when there is no such element adds one, so that a test can state which element it expects to be pushed.
  /// If the id was used before, this reports an issue and changes nothing, except in tests: such code usually expects
  /// that the element still exists.
  public subscript(
    id id: StackElementID,
    fileID: CallSitePart = #fileID,
    filePath: CallSitePart = #filePath,
    line: CallSitePart = #line,
    column: CallSitePart = #column
  ) -> Element? {
    get { _ids.firstIndex(of: id).map { _elements[$0] } }
    _modify {
      if let position = _ids.firstIndex(of: id) {
        var element: Element? = _take(position)
        defer { _return(element, to: position) }
        yield &element
      } else {
        var element: Element?
        defer { if let element { _push(element, id: id, at: IssueLocation(fileID, filePath, line, column)) } }
        yield &element
      }
    }
  }

  /// The payload of a case, if there is such an element and it is an enum in that case. Set it to `nil` to remove the
  /// element.
  ///
  /// ```swift
  /// state.path[id: id, case: \.detail]?.title = "Soup"
  /// ```
  ///
  /// Changing the payload when there is no such element, or it is in another case, is reported and changes nothing.
  public subscript<Case>(
    id id: StackElementID,
    case keyPath: CaseKeyPath<Element, Case>,
    fileID: CallSitePart = #fileID,
    filePath: CallSitePart = #filePath,
    line: CallSitePart = #line,
    column: CallSitePart = #column
  ) -> Case? where Element: CasePathable {
    get { self[id: id].flatMap { AnyCasePath(keyPath).extract(from: $0) } }
    _modify {
      let path = AnyCasePath(keyPath)
      let position = _ids.firstIndex(of: id)
      var payload = position.flatMap { path.extract(from: _elements[$0]) }
      if let position, payload != nil {
        // The element is moved out, so that the payload is not shared and can be changed in place.
        _ = _take(position)
        defer { _return(payload.map(path.embed), to: position) }
        yield &payload
      } else {
        defer { _reportMissingCase(id, keyPath, at: IssueLocation(fileID, filePath, line, column)) }
        yield &payload
      }
    }
  }

  /// Removes the element with an id and all elements above it. Does nothing if there is no such element.
  public mutating func pop(from id: StackElementID) {
    if let position = _ids.firstIndex(of: id) { removeSubrange(position...) }
  }

  /// Removes all elements above the one with an id. Does nothing if there is no such element.
  public mutating func pop(to id: StackElementID) {
    if let position = _ids.firstIndex(of: id) { removeSubrange((position + 1)...) }
  }

  // MARK: Implementation

  /// Moves an element out to change it, so that its buffers are not shared meanwhile. The last element takes its place.
  @inlinable mutating func _take(_ position: Int) -> Element {
    _elements.swapAt(position, _elements.count - 1)
    return _elements.removeLast()
  }

  @inlinable mutating func _return(_ element: Element?, to position: Int) {
    if let element {
      _elements.append(element)
      _elements.swapAt(position, _elements.count - 1)
    } else {
      if position != _elements.count {
        // The last element is at `position`: it is moved back to the end.
        _elements.append(_elements[position])
        _elements.remove(at: position)
      }
      _ids.remove(at: position)
    }
  }

  /// Adds an element with an id that the caller has chosen.
  mutating func _push(_ element: Element, id: StackElementID, at location: IssueLocation) {
    guard canPush(id), id.generation >= _nextID || DependencyValues.current.context == .test else {
      reportIssue(
        """
        An element was to be added to a stack with an id that can't be used. Nothing was added.

          Id:       \(id)
          Stack:    \(ids)
          Next id:  \(nextID)

        Ids are given out in increasing order, so the element with this id was removed, or there never was one. Reducers \
        usually want to change an element only if it is there: "state.path[id: id]?.title = title". To add one, use \
        "append", which chooses the id.
        """,
        at: location,
        article: .navigation
      )
      return
    }
    // An id that the caller has chosen is final.
    if _lineage == nil { _lineage = StackLineage() }
    append(element, id: id)
  }

  /// Returns whether an element can be pushed with an id: it is within bounds, and no element on the stack has it. It
  /// may have been the id of an element that was popped.
  func canPush(_ id: StackElementID) -> Bool {
    (0..<StackElementID.limit).contains(id.generation) && !_ids.contains(id)
  }

  mutating func append(_ element: Element, id: StackElementID) {
    _elements.append(element)
    _ids.append(id)
    _nextID = Swift.max(_nextID, id.generation + 1)
  }

  func _reportMissingCase<Case>(
    _ id: StackElementID,
    _ keyPath: CaseKeyPath<Element, Case>,
    at location: IssueLocation
  ) {
    let element = self[id: id].map { ValueDump.summary($0, isRoot: true) } ?? "none"
    reportIssue(
      """
      An element of a stack was to be changed as '\(keyPath.caseDescription ?? "\(keyPath)")', but is something else. \
      Nothing was changed.

        Id:       \(id)
        Element:  \(element)

      This usually means that ids were mixed up, or that the element was popped before. Look at the element with \
      "state.path[id: id]", or handle the action in the feature that the element belongs to.
      """,
      at: location,
      article: .navigation
    )
  }
}

extension StackState: Sendable where Element: Sendable {}
