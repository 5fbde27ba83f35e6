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
  ) -> ForEachReducer<Self, ID, Element> {
    fatalError("This method is unavailable, so that no code can call it.")
  }
}
