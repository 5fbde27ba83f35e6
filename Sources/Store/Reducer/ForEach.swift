import Dependencies

extension Reducer {
  /// Runs a reducer on the elements of an identified array, or of a navigation stack.
  ///
  /// ```swift
  /// struct State {
  ///   var rows: IdentifiedArrayOf<Row.State> = []
  /// }
  /// enum Action {
  ///   case rows(IdentifiedActionOf<Row>)
  /// }
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in
  ///     // The row has run already.
  ///     return .none
  ///   }
  ///   .forEach(\.rows, action: \.rows) { Row() }
  /// }
  /// ```
  ///
  /// The elements of a navigation stack are features that are shown one above the other:
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
  /// - ``StackAction/popFrom(id:)`` removes the element of a stack and all above it, after this reducer has run and
  ///   could read them. An element's effects send this action with ``/Dependencies/DependencyValues/dismiss``.
  /// - ``StackAction/push(id:state:)`` adds an element to a stack, before this reducer runs.
  /// - When an element is removed in any way, its effects are cancelled, and the effects of everything that it
  ///   presents.
  /// - When the reducer assigns another stack, its elements get new ids. See ``StackState``.
  ///
  /// These mistakes are reported and change nothing: an action for an element that does not exist, popping such an
  /// element, and pushing an element with the id of one that is on the stack. An alert or dialog on the stack is
  /// reported too: it has to be presented instead.
  ///
  /// - Complexity: O(1) for each action. While elements have effects in flight, an action that adds, moves or removes
  ///   elements is O(*n*), because the ids before and after it are compared.
  ///
  /// - Parameters:
  ///   - state: The array or the stack.
  ///   - action: The case of this reducer's actions that holds the elements': an ``IdentifiedActionOf``, or a
  ///     ``StackActionOf``.
  ///   - element: The elements' reducer. The braces accept what a body does.
  @inlinable public func forEach<Place, CaseAction, Child: PlacedChild<Place, CaseAction>>(
    _ state: WritableKeyPath<State, Place>,
    action: CaseKeyPath<Action, CaseAction>,
    @ForEachBuilder<Place, CaseAction> element: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return element().makeReducer(ChildSite(self, state, action, location))
  }

  /// Runs the reducer that belongs to the elements' state on the elements of a navigation stack.
  ///
  /// ```swift
  /// .forEach(\.path, action: \.path)
  /// ```
  @inlinable public func forEach<ElementState: CaseReducerState, ElementAction>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ElementState.StateReducer.Action == ElementAction {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return ElementOfStack(child: CasesOfReducer<ElementState.StateReducer>())
      .makeReducer(ChildSite(self, state, action, location))
  }
}

/// The actions of a navigation stack of features: `StackActionOf<Detail>` is
/// `StackAction<Detail.State, Detail.Action>`.
public typealias StackActionOf<Element: Reducer> = StackAction<Element.State, Element.Action>
