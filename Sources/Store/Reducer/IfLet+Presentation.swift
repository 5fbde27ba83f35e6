import Dependencies

extension Reducer {
  /// Runs a feature that is presented at times: while its state, a property marked `@Presents`, is not `nil`.
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
  /// - With ``PresentationAction/dismiss`` the state becomes `nil`, after this reducer has seen it for the last time.
  ///   The feature's effects send it with ``/Dependencies/DependencyValues/dismiss``.
  /// - When the state becomes `nil`, or that of another feature (another `id`, if it is `Identifiable`; another case or,
  ///   with case paths, a case's payload with another `id`, if it is an enum), the effects of the feature that has gone are
  ///   cancelled, and those of all that it presents. If a reducer did it that is not part of this one, this happens when
  ///   this one has run next.
  /// - ``EphemeralState``, such as an alert, becomes `nil` after any of its actions.
  /// - An action that comes while nothing is presented is reported and changes nothing.
  ///
  /// - Parameters:
  ///   - presentationState: The property's projection: `\.$editor`. Where a state has several presentations of one type the
  ///     presented state is copied out and back for each action.
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

  /// Runs one of several features that are presented at times, of which the state knows the reducer.
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

  /// Clears an alert or a dialog, which needs no reducer, after any of its actions.
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
