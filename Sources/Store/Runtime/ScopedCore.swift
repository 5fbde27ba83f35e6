import Dependencies

/// The core of a store whose state is a part of another store's.
@usableFromInline final class ScopedCore<ParentState, ParentAction, State, Action>: Core<State, Action> {
  @usableFromInline let parent: Core<ParentState, ParentAction>
  @usableFromInline let scope: Scoping<ParentState, ParentAction, State, Action>

  @inlinable init(
    parent: Core<ParentState, ParentAction>,
    state: State,
    scope: Scoping<ParentState, ParentAction, State, Action>
  ) {
    self.parent = parent
    self.scope = scope
    let mayBeGone = parent.lastState != nil || !scope.isAlwaysThere
    super.init(runtime: parent.runtime, lastState: mayBeGone ? LastState(state, parent.runtime) : nil)
  }

  @inlinable override func findState(_ body: (UnsafePointer<State>) -> Void) -> Bool {
    var isThere = false
    _ = parent.findState { isThere = scope.project($0, body) }
    return isThere
  }

  @inlinable override func send(_ action: Action, at location: IssueLocation?) -> StoreTask {
    // A computed property may be `nil` although the child exists, so the child's reducer operator decides.
    if scope.isAlwaysThere || scope.isComputed { return parent.send(scope.embed(action), at: location) }
    // While a reducer runs the action waits, and the child's operator reports it if the state no longer exists when it
    // is reduced.
    if let location, !isThere {
      Self.reportStateIsGone(action, at: location)
      return StoreTask()
    }
    return parent.send(scope.embed(action), at: nil)
  }

  override func operatorInStore() -> (owner: ScopeOwner?, path: ScopePath?)? { parent.childOperator(scope) }

  override func observationNode() -> ObservationNode<State> {
    if let observation { return observation }
    let node = super.observationNode()
    parent.observationNode().children.append(ScopedObservation(node: node, project: scope.project))
    return node
  }

  override func reference() -> CoreReference<State, Action> {
    let parent = parent.reference()
    let forward = { [scope] in parent.send(scope.embed($0), at: $1) }
    return CoreReference(self, root: parent.root, forward: scope.isComputed ? forward : nil) { [scope] in
      guard let parent = parent.core else { return nil }
      var state: State?
      _ = parent.withState { _ = scope.project($0) { state = $0.pointee } }
      return state.map { ScopedCore(parent: parent, state: $0, scope: scope) }
    }
  }
}

/// Finds a child's state in its parent's, and translates the child's actions to the parent's. The key paths are
/// resolved to functions once.
@usableFromInline final class Scoping<ParentState, ParentAction, State, Action> {
  @usableFromInline let project: ChildProjection<ParentState, State>
  @usableFromInline let embed: (Action) -> ParentAction
  /// Whether the child's state exists whenever its parent's does.
  @usableFromInline let isAlwaysThere: Bool
  /// Whether the child is a property that is only computed, which may be `nil` although the child exists.
  @usableFromInline let isComputed: Bool

  @inlinable init(
    isAlwaysThere: Bool,
    isComputed: Bool,
    project: @escaping ChildProjection<ParentState, State>,
    embed: @escaping (Action) -> ParentAction
  ) {
    self.isAlwaysThere = isAlwaysThere
    self.isComputed = isComputed
    self.project = project
    self.embed = embed
  }
}

extension KeyPath {
  /// Whether the key path leads to a read-only computed property, which may leave out values that exist.
  @inlinable var isReadOnly: Bool {
    !(self is WritableKeyPath<Root, Value>) && MemoryLayout<Root>.offset(of: self) == nil
  }
}
