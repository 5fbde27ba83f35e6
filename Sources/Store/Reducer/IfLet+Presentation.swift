import Dependencies

extension Reducer {
  /// Runs a presented feature while its state, a property marked `@Presents`, is not `nil`.
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
  /// - The presented feature handles its actions before this reducer does.
  /// - ``PresentationAction/dismiss`` sets the state to `nil`, after this reducer has run and could read it. The
  ///   feature's effects send this action with ``/Dependencies/DependencyValues/dismiss``.
  /// - When the state becomes `nil` or that of another feature, the effects of the previous feature are cancelled, and
  ///   the effects of everything that it presents. The state is that of another feature if it has another `id` (if it
  ///   is `Identifiable`), or is in another case (if it is an enum), or if the payload of the case has another `id` (if
  ///   it has case paths). If a reducer outside of this one changed the state, the effects are cancelled when this one
  ///   has run next.
  /// - ``EphemeralState``, such as an alert, becomes `nil` after any of its actions.
  /// - An action that arrives while nothing is presented is reported and changes nothing.
  ///
  /// - Parameters:
  ///   - presentationState: The property's projection: `\.$editor`. Where a state has several presentations of one type
  ///     the presented state is copied out and back for each action.
  ///   - presentationAction: The case of this reducer's actions that holds the presentation's.
  ///   - destination: The presented feature's reducer.
  @inlinable
  public func ifLet<
    DestinationState,
    DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ presentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action presentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    presenting(
      presentationState,
      presentationAction,
      destination(),
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Runs the reducer that belongs to the presented state, while it is not `nil`. The state is that of an enum of
  /// reducers.
  ///
  /// ```swift
  /// .ifLet(\.$destination, action: \.destination)
  /// ```
  @inlinable public func ifLet<DestinationState: CaseReducerState, DestinationAction>(
    _ presentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action presentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where DestinationState.StateReducer.Action == DestinationAction {
    presenting(
      presentationState,
      presentationAction,
      DestinationState.StateReducer.body,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Sets an alert or a dialog, which needs no reducer, to `nil` after any of its actions.
  ///
  /// ```swift
  /// .ifLet(\.$alert, action: \.alert)
  /// ```
  @inlinable public func ifLet<DestinationState: EphemeralState, DestinationAction>(
    _ presentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action presentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    presenting(
      presentationState,
      presentationAction,
      EmptyReducer(),
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  @inlinable func presenting<Destination: Reducer>(
    _ state: WritableKeyPath<State, PresentationState<Destination.State>>,
    _ action: CaseKeyPath<Action, PresentationAction<Destination.Action>>,
    _ destination: Destination,
    at location: IssueLocation
  ) -> ChildReducer<Self, Destination> {
    let path = AnyCasePath(action)
    return ChildReducer(self, destination, state: state, action: action, location) { parent, destination, owner in
      ChildReduction(
        parent: parent,
        child: destination,
        owner: owner,
        place: BoxPlace(state, isKept: owner.isKept),
        instruct: {
          switch path.extract(from: $0) {
          case .presented(let action): .run(action)
          case .dismiss: .dismiss
          case nil: .none
          }
        },
        embed: { [embed = path._embed] in embed(.presented($0)) },
        dismissal: path._embed(.dismiss),
        report: { reportMissingChild("ifLet", action: $0, state: $1, in: .presentation, at: location) }
      ).reduction
    }
  }
}
