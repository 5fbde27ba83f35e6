import Dependencies

/// An operator with a child: `ifLet`, `ifCaseLet` or `forEach`.
public struct ChildReducer<Parent: Reducer, Child: Reducer>: CompositeReducer {
  /// The state of the reducer that the operator is applied to.
  public typealias State = Parent.State
  /// The actions of the reducer that the operator is applied to.
  public typealias Action = Parent.Action

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

  @inlinable init<Place, CaseAction>(
    _ site: ChildSite<Parent, Place, CaseAction>,
    _ child: Child,
    combine: @escaping (_ parent: @escaping Reduction<State, Action>, Child, ScopeOwner) -> Reduction<State, Action>
  ) {
    self.init(site.parent, child, state: site.state, action: site.action, site.location, combine: combine)
  }

  /// Returns a function that runs the child if the action is one of its actions, and then the parent. The child is
  /// built once, for its first action.
  @inlinable public func makeReduction() -> Reduction<State, Action> {
    let owner = ScopeOwner.ofOperator(
      OperatorIdentity(Self.self, state: state, action: action, line: location.line, column: location.column)
    )
    return combine(parent.makeReduction(), child, owner)
  }

  /// Asks the reducers in it.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    Parent._mayHaveLifetimes(&visited) || Child._mayHaveLifetimes(&visited)
  }
}
