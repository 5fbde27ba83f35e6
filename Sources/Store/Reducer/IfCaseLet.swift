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

  @inlinable public func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    makeReduction(isKept: false)(&state, action)
  }

  @inlinable public func makeReduction() -> Reduction<Parent.State, Parent.Action> {
    makeReduction(isKept: true)
  }

  @inlinable func makeReduction(isKept: Bool) -> Reduction<Parent.State, Parent.Action> {
    let parent = parent.reduction(isKept: isKept)
    let child = LazyReduction(child, isKept: isKept)
    let owner = ScopeOwner(
      isKept: isKept,
      identity: OperatorIdentity(
        Self.self,
        state: childState,
        action: childAction,
        line: location.line,
        column: location.column
      )
    )
    let childState = AnyCasePath(childState)
    let childAction = AnyCasePath(childAction)
    let location = location
    let identity = ChildIdentity<Child.State>()

    func childID(_ state: Parent.State) -> ChildID {
      guard let child = childState.extract(from: state) else { return .none }
      return withUnsafePointer(to: child) { identity($0) }
    }

    return { state, action in
      var childEffect = Effect<Child.Action>.none
      // Who the child is matters only where it may have effects in flight, and finding out takes a copy of its state. Of an
      // operator that is kept the owner knows who has any.
      var before = ChildID.none
      var after = ChildID.none
      if let extracted = childAction.extract(from: action) {
        let isThere: Void? = childState.modify(&state) { childState in
          if !isKept { before = withUnsafePointer(to: &childState) { identity($0) } }
          childEffect = child(&childState, extracted)
          if !isKept || !childEffect.isNone { after = withUnsafePointer(to: &childState) { identity($0) } }
        }
        if isThere == nil {
          reportMissingChild("ifCaseLet", action: action, state: state, place: .enumCase, at: location)
        }
      } else if !isKept {
        before = childID(state)
        after = before
      }
      if before == .none, after == .none, !owner.isLive { return parent(&state, action) }

      var effect = Effect<Parent.Action>.none
      if !childEffect.isNone {
        effect = childEffect.map(childAction._embed).scoped(after.element(of: owner))
      }
      effect = effect.merge(with: parent(&state, action))
      let now = childID(state)
      let isSame = (before == .none || before == now) && (after == .none || after == now)
      if isSame, !owner.hasLiveElement(besides: now) { return effect }
      return effect.merge(with: owner.removal([before, after], now: now))
    }
  }
}
