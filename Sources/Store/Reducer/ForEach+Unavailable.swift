import Dependencies

extension Reducer {
  /// Unavailable: the actions in the case do not contain the id of an element.
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

  /// Unavailable: the reducer's state or action is not that of the elements.
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
