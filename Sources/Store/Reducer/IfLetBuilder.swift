/// Builds the reducer in the braces of `ifLet`, for a child in an optional or in a property marked `@Presents`.
///
/// It accepts what a body accepts. See ``ReducerBuilder``.
@resultBuilder
public enum IfLetBuilder<Place, CaseAction>: ReducerBlocks {
  /// Takes the reducer of a child in an optional.
  @inlinable public static func buildExpression<ChildState, R: Reducer<ChildState, CaseAction>>(
    _ expression: R
  ) -> R where Place == ChildState? {
    expression
  }

  /// Takes the reducer of a presented feature.
  @inlinable public static func buildExpression<ChildState, ChildAction, R: Reducer<ChildState, ChildAction>>(
    _ expression: R
  ) -> R where Place == PresentationState<ChildState>, CaseAction == PresentationAction<ChildAction> {
    expression
  }

  /// Runs the child while an optional is not `nil`.
  @inlinable public static func buildFinalResult<R: Reducer>(
    _ component: R
  ) -> some PlacedChild<Place, CaseAction> where Place == R.State?, CaseAction == R.Action {
    ChildOfOptional(child: component)
  }

  /// Runs the child while it is presented.
  @inlinable public static func buildFinalResult<R: Reducer>(
    _ component: R
  ) -> some PlacedChild<Place, CaseAction>
  where Place == PresentationState<R.State>, CaseAction == PresentationAction<R.Action> {
    ChildOfPresentation(child: component)
  }

  /// Unavailable: the key path to a property marked `@Presents` needs a `$`.
  @available(
    *,
    unavailable,
    message: """
      The action's case holds a 'PresentationAction', so the state has to be declared with '@Presents' and named with a \
      '$': '.ifLet(\\.$child, action: \\.child)'.
      """
  )
  public static func buildExpression<ChildState, ChildAction, R: Reducer<ChildState, ChildAction>>(
    _ expression: R
  ) -> R where Place == ChildState?, CaseAction == PresentationAction<ChildAction> {
    fatalError("This method is unavailable, so that no code can call it.")
  }

  /// Unavailable: the state is not optional, or the reducer is not that of the child.
  ///
  /// A `Reduce`, which has no body, is left out. Otherwise, for a mistake in its closure, the compiler would choose
  /// this method, and say that it can't infer the types of the `Reduce`.
  @available(
    *,
    unavailable,
    message: """
      'ifLet' runs a child whose state is optional, with a case that holds the child's actions, or declared with \
      '@Presents' and named with a '$', with a case that holds a 'PresentationAction'. The 'State' and 'Action' of the \
      reducer in braces have to be those of the child.
      """
  )
  @_disfavoredOverload
  public static func buildExpression<R: Reducer>(_ expression: R) -> R where R.Body: Reducer {
    fatalError("This method is unavailable, so that no code can call it.")
  }

  /// Accepts what an unavailable `buildExpression` returns, so that the compiler reports that one.
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
