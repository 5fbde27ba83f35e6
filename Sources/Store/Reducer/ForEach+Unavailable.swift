import Dependencies

extension Reducer {
  /// The case of the actions does not say for which element they are.
  @available(
    *,
    unavailable,
    message: "'action' has to be a case that holds 'IdentifiedActionOf<Element>', which says for which element it is."
  )
  @_disfavoredOverload
  public func forEach<ElementState, ElementAction, ID, Element: Reducer>(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, ElementAction>,
    element: () -> Element
  ) -> Self {
    fatalError("This method is unavailable, so that no code can call it.")
  }

  /// The reducer is that of something else.
  @available(
    *,
    unavailable,
    message: """
      The reducer in braces is not that of the elements: its 'State' has to be the type of the elements, and its 'Action' \
      the one in 'IdentifiedAction'.
      """
  )
  @_disfavoredOverload
  public func forEach<ElementState, ElementAction, ID, Element: Reducer>(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    element: () -> Element
  ) -> Self {
    fatalError("This method is unavailable, so that no code can call it.")
  }
}
