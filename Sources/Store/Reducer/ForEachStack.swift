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
  /// - An element handles its actions before this reducer does. It is changed in place, so the cost does not depend on
  ///   the number of elements.
  /// - ``StackAction/popFrom(id:)`` removes the element and all above it, after this reducer has run and could read
  ///   them. An element's effects send this action with ``/Dependencies/DependencyValues/dismiss``.
  /// - ``StackAction/push(id:state:)`` adds an element, before this reducer runs.
  /// - When an element is removed in any way, its effects are cancelled, and the effects of everything that it
  ///   presents.
  /// - When the reducer assigns another stack, its elements get new ids. See ``StackState``.
  ///
  /// These mistakes are reported and change nothing: an action for an element that does not exist, popping such an
  /// element, and pushing an element with the id of one that is on the stack. An alert or dialog on the stack is
  /// reported too: it has to be presented instead.
  ///
  /// - Complexity: O(1) for each action. While elements have effects in flight, an action that pushes or pops elements
  ///   is O(*n*), because the ids before and after it are compared.
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

  /// Runs the reducer that belongs to the elements' state on the elements of a navigation stack.
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
