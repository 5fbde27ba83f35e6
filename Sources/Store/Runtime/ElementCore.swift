/// The core of a store whose state is an element of a collection in another store's state.
///
/// There can be very many of these: what they have in common is in `ElementScope`, and there are no closures.
@usableFromInline final class ElementCore<
  ParentState, ParentAction, ID: Hashable & Sendable, State, Action
>: Core<State, Action> {
  @usableFromInline let parent: Core<ParentState, ParentAction>
  @usableFromInline let scope: ElementScope<ParentState, ParentAction, ID, State, Action>
  @usableFromInline let id: ID
  /// Elements seldom move: where it was found last is the first place to look.
  @exclusivity(unchecked) @usableFromInline var position: Int

  @inlinable init(
    parent: Core<ParentState, ParentAction>,
    state: State,
    scope: ElementScope<ParentState, ParentAction, ID, State, Action>,
    id: ID,
    position: Int
  ) {
    self.parent = parent
    self.scope = scope
    self.id = id
    self.position = position
    super.init(runtime: parent.runtime, state: state, isRoot: false)
  }

  @inlinable override func withState(_ body: (UnsafePointer<State>) -> Void) -> Bool {
    var isThere = false
    _ = parent.withState { isThere = scope.project($0, id, &position, body) }
    return isThere
  }

  @inlinable override func send(_ action: Action) -> StoreTask {
    guard withState({ _ in }) else {
      reportStateIsGone(action)
      return StoreTask()
    }
    return parent.send(scope.path._embed(.element(id: id, action: action)))
  }

  @usableFromInline override func observationNode() -> ObservationNode<State> {
    if let observation { return observation }
    let node = super.observationNode()
    parent.observationNode().children.append(
      ElementObservation(node: node, scope: scope, id: id, position: position)
    )
    return node
  }
}

/// How the elements of a collection are found, and their actions sent.
@usableFromInline final class ElementScope<
  ParentState, ParentAction, ID: Hashable & Sendable, State, Action
> {
  @usableFromInline let path: AnyCasePath<ParentAction, IdentifiedAction<ID, Action>>
  /// Hands over the address of the element with an id, looking at the given position first, or returns `false`.
  @usableFromInline let project: (UnsafePointer<ParentState>, ID, inout Int, (UnsafePointer<State>) -> Void) -> Bool

  @inlinable init(
    elements keyPath: KeyPath<ParentState, IdentifiedArray<ID, State>>,
    path: AnyCasePath<ParentAction, IdentifiedAction<ID, Action>>
  ) {
    self.path = path
    if let offset = MemoryLayout<ParentState>.offset(of: keyPath) {
      project = { state, id, position, body in
        let elements = UnsafeRawPointer(state).advanced(by: offset)
          .assumingMemoryBound(to: IdentifiedArray<ID, State>.self)
        return Self.find(id, in: elements.pointee, &position, body)
      }
    } else {
      project = { state, id, position, body in
        Self.find(id, in: state.pointee[keyPath: keyPath], &position, body)
      }
    }
  }

  @inlinable static func find(
    _ id: ID,
    in elements: IdentifiedArray<ID, State>,
    _ position: inout Int,
    _ body: (UnsafePointer<State>) -> Void
  ) -> Bool {
    guard let found = elements.index(id: id, hint: position) else { return false }
    position = found
    return elements.elements.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return false }
      body(start + found)
      return true
    }
  }
}

/// The node of an element, seen from that of the collection's state.
final class ElementObservation<
  ParentState, ParentAction, ID: Hashable & Sendable, State, Action
>: ChildObservation<ParentState> {
  private var node: ObservationNode<State>
  private let scope: ElementScope<ParentState, ParentAction, ID, State, Action>
  private let id: ID
  private var position: Int

  init(
    node: ObservationNode<State>,
    scope: ElementScope<ParentState, ParentAction, ID, State, Action>,
    id: ID,
    position: Int
  ) {
    self.node = node
    self.scope = scope
    self.id = id
    self.position = position
  }

  override var isAbandoned: Bool { isKnownUniquelyReferenced(&node) }

  override func collectChanges(from state: UnsafePointer<ParentState>, into changes: inout [ObservationCell]) {
    let isThere = scope.project(state, id, &position) { node.collectChanges(from: $0, into: &changes) }
    if !isThere { node.stateIsGone() }
  }

  override func stateIsGone() {
    node.stateIsGone()
  }
}
