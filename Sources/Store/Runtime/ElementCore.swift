/// The core of a store whose state is an element of a collection in another store's state.
///
/// There can be very many of them, so everything that they share is in `ElementScope`, and none has a closure of its
/// own.
@usableFromInline
final class ElementCore<
  ParentState,
  ParentAction,
  ID: Hashable & Sendable,
  State,
  Action
>: Core<State, Action> {
  @usableFromInline let parent: Core<ParentState, ParentAction>
  @usableFromInline let scope: ElementScope<ParentState, ParentAction, ID, State, Action>
  @usableFromInline let id: ID
  /// Where the element was found last. Elements seldom move, so this position is tried first.
  @usableFromInline var position: Int

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
    super.init(runtime: parent.runtime, lastState: LastState(state, parent.runtime))
  }

  @inlinable override func findState(_ body: (UnsafePointer<State>) -> Void) -> Bool {
    var isThere = false
    _ = parent.findState { state in
      // A copy, because `body` may look for the element too, which changes `position`.
      var found = position
      defer { position = found }
      isThere = scope.project(state, id, &found, body)
    }
    return isThere
  }

  @inlinable override func send(_ action: Action, at location: IssueLocation?) -> StoreTask {
    // The reducer decides whether there is such an element, as in `ScopedCore`.
    if scope.isComputed { return parent.send(scope.embed(id, action), at: location) }
    if let location, !isThere {
      Self.reportStateIsGone(action, at: location)
      return StoreTask()
    }
    return parent.send(scope.embed(id, action), at: nil)
  }

  override func operatorInStore() -> (owner: ScopeOwner?, path: ScopePath?)? {
    parent.childOperator(scope, AnyHashable(id))
  }

  override func observationNode() -> ObservationNode<State> {
    if let observation { return observation }
    let node = super.observationNode()
    let parent = parent.observationNode()
    let elements: ElementObservations<ParentState, ID, State>
    if let existing = parent.children.prefix(while: { $0.scope != nil }).first(where: { $0.scope === scope }),
      let existing = existing as? ElementObservations<ParentState, ID, State>
    {
      elements = existing
    } else {
      elements = ElementObservations(scope: scope, collect: scope.collectChanges)
      parent.children.insert(elements, at: 0)
    }
    elements.append(ObservedElement(id: id, position: position, node: node))
    return node
  }

  override func reference() -> CoreReference<State, Action> {
    let parent = parent.reference()
    let forward = { [scope, id] in parent.send(scope.embed(id, $0), at: $1) }
    return CoreReference(self, root: parent.root, forward: scope.isComputed ? forward : nil) { [scope, id, position] in
      guard let parent = parent.core else { return nil }
      var position = position
      var state: State?
      _ = parent.withState { _ = scope.project($0, id, &position) { state = $0.pointee } }
      return state.map { ElementCore(parent: parent, state: $0, scope: scope, id: id, position: position) }
    }
  }
}

/// Finds the elements of a collection and translates their actions. Shared by the cores of all elements.
@usableFromInline
final class ElementScope<
  ParentState,
  ParentAction,
  ID: Hashable & Sendable,
  State,
  Action
> {
  @usableFromInline let embed: (ID, Action) -> ParentAction
  /// Whether the elements are in a read-only computed property, such as a filter. An element that it leaves out may
  /// still exist.
  @usableFromInline let isComputed: Bool
  /// Passes the address of the element with an id to a function, trying the given position first. Returns `false` if
  /// there is no such element.
  @usableFromInline let project: (UnsafePointer<ParentState>, ID, inout Int, (UnsafePointer<State>) -> Void) -> Bool
  @usableFromInline let collectChanges: CollectElementChanges<ParentState, ID, State>

  @inlinable init<Elements: IdentifiedElements<ID, State>>(
    elements keyPath: KeyPath<ParentState, Elements>,
    embed: @escaping (ID, Action) -> ParentAction
  ) {
    self.embed = embed
    isComputed = keyPath.isReadOnly
    let elements = StatePlace(reading: keyPath)
    project = { state, id, position, body in
      elements.look(at: state) { $0.pointee.look(for: id, &position, body) }
    }
    collectChanges = { state, observed, changes in
      elements.look(at: state) { Self.collectChanges(from: $0.pointee, &observed, into: &changes) }
    }
  }

  @inlinable static func collectChanges<Elements: IdentifiedElements<ID, State>>(
    from elements: borrowing Elements,
    _ observed: inout [ObservedElement<ID, State>],
    into changes: inout [ObservationCell]
  ) -> [ObservedElement<ID, State>] {
    var abandoned: [Int] = []
    let ids = elements._ids
    elements._elements.withUnsafeBufferPointer { buffer in
      observed.withUnsafeMutableBufferPointer { observed in
        ids.ids.withUnsafeBufferPointer { idBuffer in
          for index in observed.indices {
            let position = observed[index].position
            // Most elements have not moved, which is faster to check than to look up their ids.
            let isInPlace = position >= 0 && position < idBuffer.count && idBuffer[position] == observed[index].id
            let found = isInPlace ? position : ids.firstIndex(of: observed[index].id)
            if let found, let element = buffer.address(at: found) {
              observed[index].position = found
              observed[index].node.collectChanges(from: element, into: &changes)
            } else {
              observed[index].node.stateIsGone()
            }
            // If the node has another owner, that is the core of the element's store, so something holds the store.
            guard isKnownUniquelyReferenced(&observed[index].node) else { continue }
            let isObserved: Bool
            if found == nil {
              isObserved = observed[index].node.abandon(hasNotified: position < 0, &changes)
              observed[index].position = -1
            } else {
              isObserved = observed[index].node.isObserved
            }
            if !isObserved { abandoned.append(index) }
          }
        }
      }
    }
    guard !abandoned.isEmpty else { return [] }
    let removed = abandoned.map { observed[$0] }
    var next = abandoned[...]
    var kept: [ObservedElement<ID, State>] = []
    kept.reserveCapacity(observed.count - removed.count)
    for (index, element) in observed.enumerated() {
      if index == next.first { next.removeFirst() } else { kept.append(element) }
    }
    observed = kept
    return removed
  }
}
