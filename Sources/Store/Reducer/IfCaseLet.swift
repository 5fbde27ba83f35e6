import Dependencies

extension Reducer {
  /// Runs a child's reducer on the payload of a case of enum state, while the state is in that case.
  ///
  /// ```swift
  /// enum State {
  ///   case loggedIn(Home.State)
  ///   case loggedOut(Login.State)
  /// }
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in
  ///     if case .loggedOut(.succeeded(let user)) = action { state = .loggedIn(Home.State(user: user)) }
  ///     return .none
  ///   }
  ///   .ifCaseLet(\.loggedIn, action: \.loggedIn) { Home() }
  ///   .ifCaseLet(\.loggedOut, action: \.loggedOut) { Login() }
  /// }
  /// ```
  ///
  /// The child runs before this reducer. When the state leaves the case, or gets the payload of another child (by `id`,
  /// if it is `Identifiable`), the child's effects are cancelled. A child action that comes while the state is in
  /// another case is reported and changes nothing.
  @inlinable public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ childState: CaseKeyPath<State, ChildState>,
    action childAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> IfCaseLetReducer<Self, Child> where State: CasePathable {
    IfCaseLetReducer(
      parent: self,
      child: child(),
      childState: childState,
      childAction: childAction,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// What ``Reducer/ifCaseLet(_:action:then:fileID:filePath:line:column:)`` returns.
public struct IfCaseLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline let childState: CaseKeyPath<Parent.State, Child.State>
  @usableFromInline let childAction: CaseKeyPath<Parent.Action, Child.Action>
  @usableFromInline let location: IssueLocation

  @usableFromInline init(
    parent: Parent,
    child: Child,
    childState: CaseKeyPath<Parent.State, Child.State>,
    childAction: CaseKeyPath<Parent.Action, Child.Action>,
    location: IssueLocation
  ) {
    self.parent = parent
    self.child = child
    self.childState = childState
    self.childAction = childAction
    self.location = location
  }

  public func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    makeReduction(isKept: false)(&state, action)
  }

  @inlinable public func makeReduction() -> Reduction<Parent.State, Parent.Action> {
    makeReduction(isKept: true)
  }

  @inlinable func makeReduction(isKept: Bool) -> Reduction<Parent.State, Parent.Action> {
    let childState = AnyCasePath(childState)
    let childAction = AnyCasePath(childAction)
    let reduction = ChildReduction(
      parent: parent.reduction(isKept: isKept),
      child: child,
      owner: ScopeOwner(
        isKept: isKept,
        identity: OperatorIdentity(
          Self.self,
          state: self.childState,
          action: self.childAction,
          line: location.line,
          column: location.column
        )
      ),
      place: CasePlace(embed: childState._embed, extract: childState._extract),
      instruct: { childAction.extract(from: $0).map { .run($0) } ?? .none },
      embed: childAction._embed,
      report: { [location] action, state in
        reportMissingChild("ifCaseLet", action: action, state: state, in: .enumCase, at: location)
      }
    )
    return { reduction(&$0, $1) }
  }
}
