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
  ///   The feature's effects send it with ``Dependencies/DependencyValues/dismiss``.
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
  ) -> PresentationReducer<Self, Destination> {
    PresentationReducer(
      parent: self,
      destination: destination(),
      presentationState: presentationState,
      presentationAction: presentationAction,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
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
  ) -> PresentationReducer<Self, DestinationState.StateReducer.Body>
  where DestinationState.StateReducer.Action == DestinationAction {
    PresentationReducer(
      parent: self,
      destination: DestinationState.StateReducer.body,
      presentationState: presentationState,
      presentationAction: presentationAction,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
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
  ) -> PresentationReducer<Self, EmptyReducer<DestinationState, DestinationAction>> {
    PresentationReducer(
      parent: self,
      destination: EmptyReducer(),
      presentationState: presentationState,
      presentationAction: presentationAction,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// What ``Reducer/ifLet(_:action:destination:fileID:filePath:line:column:)`` returns.
public struct PresentationReducer<Parent: Reducer, Destination: Reducer>: Reducer {
  @usableFromInline let parent: Parent
  @usableFromInline let destination: Destination
  @usableFromInline let presentationState: WritableKeyPath<Parent.State, PresentationState<Destination.State>>
  @usableFromInline let presentationAction: CaseKeyPath<Parent.Action, PresentationAction<Destination.Action>>
  @usableFromInline let presentationPath: AnyCasePath<Parent.Action, PresentationAction<Destination.Action>>
  @usableFromInline let location: IssueLocation

  @usableFromInline init(
    parent: Parent,
    destination: Destination,
    presentationState: WritableKeyPath<Parent.State, PresentationState<Destination.State>>,
    presentationAction: CaseKeyPath<Parent.Action, PresentationAction<Destination.Action>>,
    location: IssueLocation
  ) {
    self.parent = parent
    self.destination = destination
    self.presentationState = presentationState
    self.presentationAction = presentationAction
    presentationPath = AnyCasePath(presentationAction)
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
      child: destination,
      owner: ScopeOwner(
        isKept: isKept,
        identity: OperatorIdentity(
          Self.self,
          state: presentationState,
          action: presentationAction,
          line: location.line,
          column: location.column
        )
      ),
      place: BoxPlace(presentationState, isKept: isKept),
      instruct: { [presentationPath] in
        switch presentationPath.extract(from: $0) {
        case .presented(let action): .run(action)
        case .dismiss: .dismiss
        case nil: .none
        }
      },
      embed: { [embed = presentationPath._embed] in embed(.presented($0)) },
      dismissal: presentationPath._embed(.dismiss),
      report: { [location] action, state in
        reportMissingChild("ifLet", action: action, state: state, in: .presentation, at: location)
      }
    )
    return { reduction(&$0, $1) }
  }
}
