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
      childState: AnyCasePath(childState),
      childAction: AnyCasePath(childAction),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// What ``Reducer/ifCaseLet(_:action:then:fileID:filePath:line:column:)`` returns.
public struct IfCaseLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline let childState: AnyCasePath<Parent.State, Child.State>
  @usableFromInline let childAction: AnyCasePath<Parent.Action, Child.Action>
  @usableFromInline let location: IssueLocation

  @usableFromInline init(
    parent: Parent,
    child: Child,
    childState: AnyCasePath<Parent.State, Child.State>,
    childAction: AnyCasePath<Parent.Action, Child.Action>,
    location: IssueLocation
  ) {
    self.parent = parent
    self.child = child
    self.childState = childState
    self.childAction = childAction
    self.location = location
  }

  @inlinable public func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    makeReduction()(&state, action)
  }

  @inlinable public func makeReduction() -> Reduction<Parent.State, Parent.Action> {
    let parent = parent.makeReduction()
    let child = LazyReduction(child)
    let childState = childState
    let childAction = childAction
    let location = location
    let identity = ChildIdentity<Child.State>()
    let owner = ScopeOwner()

    func childID(_ state: Parent.State) -> ChildID {
      guard let child = childState.extract(from: state) else { return .none }
      return withUnsafePointer(to: child) { identity($0) }
    }

    return { state, action in
      var childEffect = Effect<Child.Action>.none
      if let extracted = childAction.extract(from: action) {
        if let effect = childState.modify(&state, { child(&$0, extracted) }) {
          childEffect = effect
        } else {
          reportMissingChild("ifCaseLet", action: action, state: state, place: .enumCase, at: location)
        }
      }
      let idBefore = childID(state)
      if idBefore == .none, owner.liveElements.isEmpty { return parent(&state, action) }

      var effect = Effect<Parent.Action>.none
      if !childEffect.isNone {
        effect = childEffect.map(childAction._embed).scoped(idBefore.element(of: owner))
      }
      effect = effect.merge(with: parent(&state, action))
      let idAfter = childID(state)
      if idAfter == idBefore, !owner.hasLiveElement(besides: idAfter) { return effect }
      return effect.merge(with: .cancelScopes(owner.gone([idBefore], now: idAfter)))
    }
  }
}
