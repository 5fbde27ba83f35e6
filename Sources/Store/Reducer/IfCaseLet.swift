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
  /// The child runs before this reducer. When the state leaves the case, or its payload becomes that of another child
  /// (with another `id`, if it is `Identifiable`), the child's effects are cancelled. A child action that arrives while
  /// the state is in another case is reported and changes nothing.
  @inlinable public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ childState: CaseKeyPath<State, ChildState>,
    action childAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where State: CasePathable {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let statePath = AnyCasePath(childState)
    let path = AnyCasePath(childAction)
    return ChildReducer(self, child(), state: childState, action: childAction, location) { parent, child, owner in
      ChildReduction(
        parent: parent,
        child: child,
        owner: owner,
        action: childAction,
        children: OnlyChild(CasePlace(embed: statePath._embed, extract: statePath._extract)),
        instruct: { path.extract(from: $1).map { .run(.only, $0) } ?? .none },
        extract: { path.extract(from: $0) },
        embed: { _ in path._embed },
        reportMissing: { reportMissingChild("ifCaseLet", action: $0, state: $1, in: .enumCase, at: location) }
      ).reduction
    }
  }
}
