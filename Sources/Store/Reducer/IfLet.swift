import Dependencies

extension Reducer {
  /// Runs a child's reducer while the child's state, an optional or a property marked `@Presents`, is not `nil`.
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
  /// A presented feature can also end its presentation itself. Its state is named with a `$`:
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   switch action {
  ///   case .editButtonTapped:
  ///     state.editor = Editor.State(text: state.text)
  ///     return .none
  ///   case .editor(.presented(.saved(let text))):
  ///     state.text = text
  ///     state.editor = nil
  ///     return .none
  ///   case .editor:
  ///     return .none
  ///   }
  /// }
  /// .ifLet(\.$editor, action: \.editor) { Editor() }
  /// ```
  ///
  /// - The child handles its actions before this reducer does, even an action for which this reducer removes the child.
  /// - ``PresentationAction/dismiss`` sets the state of a presented feature to `nil`, after this reducer has run and
  ///   could read it. The feature's effects send this action with ``/Dependencies/DependencyValues/dismiss``.
  /// - When the state becomes `nil` or that of another child, the effects of the previous child are cancelled, and the
  ///   effects of everything that it presents. The state is that of another child if it has another `id` (if it is
  ///   `Identifiable`), or is in another case (if it is an enum), or if the payload of the case has another `id` (if it
  ///   has case paths). If a reducer outside of this one changed the state, the effects are cancelled when this one has
  ///   run next.
  /// - ``EphemeralState``, such as an alert, becomes `nil` after any of its actions.
  /// - An action that arrives while the state is `nil` is reported and changes nothing.
  ///
  /// - Parameters:
  ///   - state: The child's state: `\.child`, or the projection `\.$child` of a property marked `@Presents`. Where a
  ///     state has several presentations of one type the presented state is copied out and back for each action.
  ///   - action: The case of this reducer's actions that holds the child's, or the presentation's.
  ///   - child: The child's reducer. The braces accept what a body does.
  @inlinable public func ifLet<Place, CaseAction, Child: PlacedChild<Place, CaseAction>>(
    _ state: WritableKeyPath<State, Place>,
    action: CaseKeyPath<Action, CaseAction>,
    @IfLetBuilder<Place, CaseAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return child().makeReducer(ChildSite(self, state, action, location))
  }

  /// Runs the reducer that belongs to the child's state while it is not `nil`. The state is that of an enum of
  /// reducers, or of an alert or a dialog, which needs no reducer and becomes `nil` after any of its actions.
  ///
  /// ```swift
  /// .ifLet(\.warning, action: \.warning)
  /// .ifLet(\.$destination, action: \.destination)
  /// ```
  ///
  /// If an alert can also be dismissed without a choice, mark its state `@Presents`.
  @inlinable public func ifLet<Place: ReducedPlace, CaseAction>(
    _ state: WritableKeyPath<State, Place>,
    action: CaseKeyPath<Action, CaseAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Place.OwnChild.CaseAction == CaseAction {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Place.ownChild.makeReducer(ChildSite(self, state, action, location))
  }

  /// Runs no reducer, but sets an alert or a dialog to `nil` after any of its actions. Its actions are those of a
  /// presentation, although the property is named without the `$`.
  @_disfavoredOverload
  @inlinable public func ifLet<Wrapped: EphemeralState>(
    _ state: WritableKeyPath<State, Wrapped?>,
    action: CaseKeyPath<Action, PresentationAction<Wrapped.Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let child = ChildOfOptional(child: EmptyReducer<Wrapped, PresentationAction<Wrapped.Action>>())
    return child.makeReducer(ChildSite(self, state, action, location))
  }

  /// Unavailable: the presented feature needs a reducer.
  @available(
    *,
    unavailable,
    message: """
      Say which reducer runs what is presented: '.ifLet(\\.$child, action: \\.child) { Child() }'. Only alerts, dialogs and \
      enums of reducers ('@Reducer enum') need none.
      """
  )
  @_disfavoredOverload
  public func ifLet<ChildState, ChildAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Self {
    fatalError("This method is unavailable, so that no code can call it.")
  }
}
