extension Store where Action: CasePathable {
  /// The stores of the elements of a navigation stack.
  ///
  /// ```swift
  /// let path = store.scope(state: \.path, action: \.path)
  /// path.last?.send(.doneButtonTapped)  // the same as store.send(.path(.element(id: id, action: .doneButtonTapped)))
  /// ```
  ///
  /// Under observation tracking this registers for elements that come or go, but not for changes within them. Scoping
  /// again gives the same store for an element for as long as somebody holds it.
  @inlinable public func scope<ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, StackAction<ElementState, ElementAction>>>
  ) -> StoreCollection<StackElementID, ElementState, ElementAction> {
    scope(state: state, action: action, path: Action.allCasePaths[keyPath: action])
  }
}

extension Store {
  /// The stores of the elements of a navigation stack, for actions some cases away.
  @_disfavoredOverload
  @inlinable public func scope<ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> StoreCollection<StackElementID, ElementState, ElementAction> {
    scope(state: state, action: action, path: AnyCasePath(action))
  }

  @inlinable func scope<ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: AnyKeyPath,
    path: @autoclosure () -> AnyCasePath<Action, StackAction<ElementState, ElementAction>>
  ) -> StoreCollection<StackElementID, ElementState, ElementAction> {
    scope(elements: state, action: action) {
      let embed = path()._embed
      return { embed(.element(id: $0, action: $1)) }
    }
  }
}
