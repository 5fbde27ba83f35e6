import Dependencies

extension Reducer {
  /// Runs a reducer on the elements of a navigation stack.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   switch action {
  ///   case .detailButtonTapped:
  ///     state.path.append(Detail.State())
  ///     return .none
  ///   case .path(.element(let id, .doneButtonTapped)):
  ///     state.path.pop(from: id)
  ///     return .none
  ///   case .path:
  ///     return .none
  ///   }
  /// }
  /// .forEach(\.path, action: \.path) { Detail() }
  /// ```
  ///
  /// - An element handles its actions before this reducer does. It is changed where it is, so the cost does not depend on
  ///   how many there are.
  /// - With ``StackAction/popFrom(id:)`` the element and all above it are removed, after this reducer has seen them for
  ///   the last time. An element's effects send it with ``/Dependencies/DependencyValues/dismiss``.
  /// - With ``StackAction/push(id:state:)`` an element is added, before this reducer runs.
  /// - When an element is gone, however it went, its effects are cancelled, and those of all that it presents.
  /// - When the reducer assigns another stack, its elements get new ids. See ``StackState``.
  ///
  /// An action for an element that is not there, one to pop such an element, and one to push an element with an id that
  /// was used before are reported and change nothing. So are alerts and dialogs on the stack: they are to be presented.
  ///
  /// - Complexity: O(1) for each action. While elements have effects in flight, an action that pushes or pops elements is
  ///   O(*n*): ids are compared with those before.
  ///
  /// - Parameters:
  ///   - stackState: The stack.
  ///   - stackAction: The case of this reducer's actions that holds the stack's.
  ///   - destination: The elements' reducer.
  @inlinable
  public func forEach<
    DestinationState,
    DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ stackState: WritableKeyPath<State, StackState<DestinationState>>,
    action stackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    stacking(
      stackState,
      stackAction,
      destination(),
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Runs the elements of a navigation stack whose state knows its reducer.
  ///
  /// ```swift
  /// .forEach(\.path, action: \.path)
  /// ```
  @inlinable public func forEach<DestinationState: CaseReducerState, DestinationAction>(
    _ stackState: WritableKeyPath<State, StackState<DestinationState>>,
    action stackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where DestinationState.StateReducer.Action == DestinationAction {
    stacking(
      stackState,
      stackAction,
      DestinationState.StateReducer.body,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  @inlinable func stacking<Destination: Reducer>(
    _ state: WritableKeyPath<State, StackState<Destination.State>>,
    _ action: CaseKeyPath<Action, StackAction<Destination.State, Destination.Action>>,
    _ destination: Destination,
    at location: IssueLocation
  ) -> ChildReducer<Self, Destination> {
    let path = AnyCasePath(action)
    return ChildReducer(self, destination, state: state, action: action, location) { parent, destination, owner in
      StackReduction(
        parent: parent,
        destination: destination,
        owner: owner,
        stack: StatePlace(state),
        path: path,
        location: location
      ).reduction
    }
  }
}

/// The actions of a navigation stack of features: `StackActionOf<Detail>` is `StackAction<Detail.State, Detail.Action>`.
public typealias StackActionOf<Element: Reducer> = StackAction<Element.State, Element.Action>
