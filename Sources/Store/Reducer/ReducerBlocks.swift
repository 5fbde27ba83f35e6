/// Declares the statements that all builders of reducers accept: `if`, `if let`, `switch` and `for`, optional reducers,
/// arrays of reducers and `any Reducer`.
public protocol ReducerBlocks {}

extension ReducerBlocks {
  /// Empty braces do nothing.
  @inlinable public static func buildBlock<State, Action>() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  /// Begins with the first reducer.
  ///
  /// - Parameter unused: Leave it out. It keeps the compiler from opening a value of the type `any Reducer` here.
  @inlinable public static func buildPartialBlock<R: Reducer>(first: R, unused: R? = nil) -> R {
    first
  }

  /// Begins with a reducer whose type is not known.
  @_disfavoredOverload
  @inlinable public static func buildPartialBlock<State, Action>(
    first: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(first)
  }

  /// Adds the next reducer, which runs after the earlier ones.
  @inlinable public static func buildPartialBlock<R0: Reducer, R1: Reducer<R0.State, R0.Action>>(
    accumulated: R0,
    next: R1
  ) -> ReducerBuilder<R0.State, R0.Action>.Sequence<R0, R1> {
    ReducerBuilder.Sequence(accumulated, next)
  }

  /// Adds a reducer whose type is not known.
  @_disfavoredOverload
  @inlinable public static func buildPartialBlock<R0: Reducer>(
    accumulated: R0,
    next: any Reducer<R0.State, R0.Action>
  ) -> ReducerBuilder<R0.State, R0.Action>.Sequence<R0, Reduce<R0.State, R0.Action>> {
    ReducerBuilder.Sequence(accumulated, Reduce(next))
  }

  /// Returns the reducer of an `if` without `else`; `nil` if its condition is false.
  @inlinable public static func buildOptional<R: Reducer>(_ component: R?) -> R? {
    component
  }

  /// Returns the reducer of the first branch of an `if` or `switch`.
  @inlinable public static func buildEither<R0: Reducer, R1: Reducer<R0.State, R0.Action>>(
    first component: R0
  ) -> ReducerBuilder<R0.State, R0.Action>.Conditional<R0, R1> {
    .first(component)
  }

  /// Returns the reducer of the second branch of an `if` or `switch`.
  @inlinable public static func buildEither<R0: Reducer, R1: Reducer<R0.State, R0.Action>>(
    second component: R1
  ) -> ReducerBuilder<R0.State, R0.Action>.Conditional<R0, R1> {
    .second(component)
  }

  /// Runs the reducers of all passes of a `for` loop in order.
  @inlinable public static func buildArray<R: Reducer>(_ components: [R]) -> [R] {
    components
  }

  /// Erases the type of the reducer in an `if #available`, which the code around it may not name.
  @inlinable public static func buildLimitedAvailability<R: Reducer>(_ component: R) -> Reduce<R.State, R.Action> {
    Reduce(component)
  }
}
