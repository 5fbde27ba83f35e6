import Dependencies

extension Reducer {
  /// Runs a child's reducer on optional state, while there is some.
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
  /// The child runs before this reducer, so that it handles the action that ends it. When its state becomes `nil`, or
  /// that of another child (by `id`, if it is `Identifiable`; by its case, if it is an enum), its effects are cancelled.
  /// ``EphemeralState``, such as an alert, becomes `nil` after any of its actions. A child action that comes while there is no
  /// child is reported and changes nothing.
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
  ) -> IfLetReducer<Self, Child> {
    IfLetReducer(
      parent: self,
      child: child(),
      childState: childState,
      childAction: childAction,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Clears an alert or a dialog, which needs no reducer, after any of its actions.
  ///
  /// ```swift
  /// .ifLet(\.warning, action: \.warning)
  /// ```
  ///
  /// Where the alert can also be dismissed without an answer, mark its state `@Presents`.
  @inlinable public func ifLet<ChildState: EphemeralState, ChildAction>(
    _ childState: WritableKeyPath<State, ChildState?>,
    action childAction: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> IfLetReducer<Self, EmptyReducer<ChildState, ChildAction>> {
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

/// What ``Reducer/ifLet(_:action:then:fileID:filePath:line:column:)`` returns.
public struct IfLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline let childState: WritableKeyPath<Parent.State, Child.State?>
  @usableFromInline let childAction: CaseKeyPath<Parent.Action, Child.Action>
  @usableFromInline let childPath: AnyCasePath<Parent.Action, Child.Action>
  @usableFromInline let location: IssueLocation

  @usableFromInline init(
    parent: Parent,
    child: Child,
    childState: WritableKeyPath<Parent.State, Child.State?>,
    childAction: CaseKeyPath<Parent.Action, Child.Action>,
    location: IssueLocation
  ) {
    self.parent = parent
    self.child = child
    self.childState = childState
    self.childAction = childAction
    childPath = AnyCasePath(childAction)
    self.location = location
  }

  public func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    makeReduction(isKept: false)(&state, action)
  }

  @inlinable public func makeReduction() -> Reduction<Parent.State, Parent.Action> {
    makeReduction(isKept: true)
  }

  @inlinable func makeReduction(isKept: Bool) -> Reduction<Parent.State, Parent.Action> {
    let reduction = ChildReduction(
      parent: parent.reduction(isKept: isKept),
      child: child,
      owner: ScopeOwner(
        isKept: isKept,
        identity: OperatorIdentity(
          Self.self,
          state: childState,
          action: childAction,
          line: location.line,
          column: location.column
        )
      ),
      place: OptionalPlace(StatePlace(childState)),
      instruct: { [childPath] in childPath.extract(from: $0).map { .run($0) } ?? .none },
      embed: childPath._embed,
      report: { [location] action, state in
        reportMissingChild("ifLet", action: action, state: state, in: .optional, at: location)
      }
    )
    return { reduction(&$0, $1) }
  }
}
