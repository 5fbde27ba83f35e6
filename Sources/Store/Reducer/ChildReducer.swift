import Dependencies

/// An operator with a child: `ifLet`, `ifCaseLet` or `forEach`.
@usableFromInline struct ChildReducer<Parent: Reducer, Child: Reducer>: Reducer {
  @usableFromInline typealias State = Parent.State
  @usableFromInline typealias Action = Parent.Action

  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline let state: AnyKeyPath
  @usableFromInline let action: AnyKeyPath
  @usableFromInline let location: IssueLocation
  @usableFromInline let combine: (@escaping Reduction<State, Action>, Child, ScopeOwner) -> Reduction<State, Action>

  /// - Parameter combine: Returns the reduction that runs the child and then the parent.
  @inlinable init(
    _ parent: Parent,
    _ child: Child,
    state: AnyKeyPath,
    action: AnyKeyPath,
    _ location: IssueLocation,
    combine: @escaping (_ parent: @escaping Reduction<State, Action>, Child, ScopeOwner) -> Reduction<State, Action>
  ) {
    self.parent = parent
    self.child = child
    self.state = state
    self.action = action
    self.location = location
    self.combine = combine
  }

  @usableFromInline func reduce(into state: inout State, action: Action) -> Effect<Action> {
    makeReduction(isKept: false)(&state, action)
  }

  @inlinable func makeReduction() -> Reduction<State, Action> {
    makeReduction(isKept: true)
  }

  @inlinable func makeReduction(isKept: Bool) -> Reduction<State, Action> {
    let owner = ScopeOwner(
      isKept: isKept,
      identity: OperatorIdentity(Self.self, state: state, action: action, line: location.line, column: location.column)
    )
    return combine(parent.reduction(isKept: isKept), child, owner)
  }
}
