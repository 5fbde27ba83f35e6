import Dependencies

/// The core of a store whose state is a part of another store's.
@usableFromInline final class ScopedCore<ParentState, ParentAction, State, Action>: Core<State, Action> {
  private let parent: Core<ParentState, ParentAction>
  private let scope: Scoping<ParentState, ParentAction, State, Action>

  @usableFromInline init(
    parent: Core<ParentState, ParentAction>,
    state: State,
    scope: Scoping<ParentState, ParentAction, State, Action>
  ) {
    self.parent = parent
    self.scope = scope
    super.init(runtime: parent.runtime, state: state, isRoot: false)
  }

  @usableFromInline override func withState(_ body: (UnsafePointer<State>) -> Void) -> Bool {
    var isThere = false
    _ = parent.withState { isThere = scope.project($0, body) }
    return isThere
  }

  @usableFromInline override func send(_ action: Action) -> StoreTask {
    guard scope.isAlwaysThere || withState({ _ in }) else {
      reportStateIsGone(action)
      return StoreTask()
    }
    return parent.send(scope.embed(action))
  }

  @usableFromInline override func observationNode() -> ObservationNode<State> {
    if let observation { return observation }
    let node = super.observationNode()
    parent.observationNode().children.append(ScopedObservation(node: node, project: scope.project))
    return node
  }

  private func reportStateIsGone(_ action: Action) {
    reportIssue(
      """
      A scoped store got an action when its state was gone. The action was ignored.

        Action:
      \(indentedDump(action))
        Store:  Store<\(State.self), \(Action.self)>

      The store was scoped to optional state that has become "nil", to a case that the enum has left, or to an element \
      that was removed. This usually means that a view or a callback outlived the feature that it belongs to. Send from \
      where the state is known to be there, or cancel the work that sends when the state goes away.
      """
    )
  }
}

/// The way from a parent's state to a child's and from a child's actions to the parent's: key paths, resolved to functions
/// once.
@usableFromInline final class Scoping<ParentState, ParentAction, State, Action> {
  /// Hands over the address of the child's state, or returns `false` where there is none.
  @usableFromInline let project: (UnsafePointer<ParentState>, (UnsafePointer<State>) -> Void) -> Bool
  @usableFromInline let embed: (Action) -> ParentAction
  /// Whether the child's state exists as long as its parent's.
  @usableFromInline let isAlwaysThere: Bool

  @usableFromInline init(
    isAlwaysThere: Bool,
    project: @escaping (UnsafePointer<ParentState>, (UnsafePointer<State>) -> Void) -> Bool,
    embed: @escaping (Action) -> ParentAction
  ) {
    self.isAlwaysThere = isAlwaysThere
    self.project = project
    self.embed = embed
  }
}
