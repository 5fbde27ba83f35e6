extension Reducer {
  /// Unavailable: the key path to a property marked `@Presents` needs a `$`.
  @available(
    *,
    unavailable,
    message: """
      The action's case holds a 'PresentationAction', so the state has to be declared with '@Presents' and named with a \
      '$': '.ifLet(\\.$child, action: \\.child)'.
      """
  )
  @_disfavoredOverload
  public func ifLet<ChildState, ChildAction, Child: Reducer>(
    _ toChildState: WritableKeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    then child: () -> Child
  ) -> Self {
    fatalError("This method is unavailable, so that no code can call it.")
  }

  /// Unavailable: the presented feature needs a reducer.
  @available(
    *,
    unavailable,
    message: """
      Say which reducer runs what is presented: '.ifLet(\\.$child, action: \\.child) { Child() }'. Only alerts, dialogs and \
      enums of reducers ('@Reducer enum') need none.
      """
  )
  @_disfavoredOverload
  public func ifLet<ChildState, ChildAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Self {
    fatalError("This method is unavailable, so that no code can call it.")
  }
}
