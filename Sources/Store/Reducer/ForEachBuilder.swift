/// Builds the reducer in the braces of `forEach`, for the elements of an `IdentifiedArray` or a `StackState`.
///
/// It accepts what a body accepts. See ``ReducerBuilder``.
@resultBuilder
public enum ForEachBuilder<Place, CaseAction>: ReducerBlocks {
  /// Takes the reducer of the elements of an identified array.
  @inlinable
  public static func buildExpression<ID, ElementState, ElementAction, R: Reducer<ElementState, ElementAction>>(
    _ expression: R
  ) -> R where Place == IdentifiedArray<ID, ElementState>, CaseAction == IdentifiedAction<ID, ElementAction> {
    expression
  }

  /// Takes the reducer of the elements of a stack.
  @inlinable public static func buildExpression<ElementState, ElementAction, R: Reducer<ElementState, ElementAction>>(
    _ expression: R
  ) -> R where Place == StackState<ElementState>, CaseAction == StackAction<ElementState, ElementAction> {
    expression
  }

  /// Runs the elements of an identified array.
  @inlinable public static func buildFinalResult<ID, R: Reducer>(
    _ component: R
  ) -> some PlacedChild<Place, CaseAction>
  where Place == IdentifiedArray<ID, R.State>, CaseAction == IdentifiedAction<ID, R.Action> {
    ElementOfArray<ID, R>(child: component)
  }

  /// Runs the elements of a stack.
  @inlinable public static func buildFinalResult<R: Reducer>(
    _ component: R
  ) -> some PlacedChild<Place, CaseAction>
  where Place == StackState<R.State>, CaseAction == StackAction<R.State, R.Action> {
    ElementOfStack(child: component)
  }

  /// Unavailable: the state is no collection of elements, the case does not hold their actions, or the reducer is that
  /// of something else.
  ///
  /// A `Reduce`, which has no body, is left out. Otherwise, for a mistake in its closure, the compiler would choose
  /// this method, and say that it can't infer the types of the `Reduce`.
  @available(
    *,
    unavailable,
    message: """
      'forEach' runs the elements of an 'IdentifiedArrayOf<Element.State>', whose actions are in a case that holds an \
      'IdentifiedActionOf<Element>', which says for which element it is, or those of a 'StackState<Element.State>', whose \
      actions are in one that holds a 'StackActionOf<Element>'. The reducer in braces has to be 'Element'.
      """
  )
  @_disfavoredOverload
  public static func buildExpression<R: Reducer>(_ expression: R) -> R where R.Body: Reducer {
    fatalError("This method is unavailable, so that no code can call it.")
  }

  /// Accepts what the unavailable `buildExpression` returns, so that the compiler reports that one.
  ///
  /// - Parameter unused: Leave it out. It keeps the compiler from opening a value of the type `any Reducer` here.
  @_disfavoredOverload
  public static func buildFinalResult<R: Reducer>(
    _ component: R,
    unused: R? = nil
  ) -> some PlacedChild<Place, CaseAction> {
    MistakenChild<Place, CaseAction, R>()
  }
}
