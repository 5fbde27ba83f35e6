import Dependencies

extension Reducer {
  /// Runs a child's reducer on optional state while it is not `nil`.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   switch action {
  ///   case .editButtonTapped:
  ///     state.editor = Editor.State()
  ///     return .none
  ///   case .editor(.closed):
  ///     state.editor = nil
  ///     return .none
  ///   case .editor:
  ///     return .none
  ///   }
  /// }
  /// .ifLet(\.editor, action: \.editor) { Editor() }
  /// ```
  ///
  /// The child runs before this reducer, so it handles the action after which this reducer removes it. When the child's
  /// state becomes `nil` or that of another child (with another `id`, if it is `Identifiable`; in another case, if it
  /// is an enum), the child's effects are cancelled. ``EphemeralState``, such as an alert, becomes `nil` after any of
  /// its actions. A child action that arrives while the state is `nil` is reported and changes nothing.
  ///
  /// - Parameters:
  ///   - childState: The child's state.
  ///   - childAction: The case of this reducer's actions that holds the child's.
  ///   - child: The child's reducer.
  @inlinable public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ childState: WritableKeyPath<State, ChildState?>,
    action childAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let path = AnyCasePath(childAction)
    return ChildReducer(self, child(), state: childState, action: childAction, location) { parent, child, owner in
      ChildReduction(
        parent: parent,
        child: child,
        owner: owner,
        place: OptionalPlace(StatePlace(childState)),
        instruct: { path.extract(from: $0).map { .run($0) } ?? .none },
        embed: path._embed,
        report: { reportMissingChild("ifLet", action: $0, state: $1, in: .optional, at: location) }
      ).reduction
    }
  }

  /// Sets an alert or a dialog, which needs no reducer, to `nil` after any of its actions.
  ///
  /// ```swift
  /// .ifLet(\.warning, action: \.warning)
  /// ```
  ///
  /// If the alert can also be dismissed without a choice, mark its state `@Presents`.
  @inlinable public func ifLet<ChildState: EphemeralState, ChildAction>(
    _ childState: WritableKeyPath<State, ChildState?>,
    action childAction: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      childState,
      action: childAction,
      then: { EmptyReducer() },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
