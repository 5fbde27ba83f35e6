/// Combines the reducers that a body lists into one.
///
/// It accepts `if`, `if let`, `switch` and `for`, optional reducers, arrays of reducers and `any Reducer`. Conditions
/// are evaluated once, when the store is made.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// Takes a reducer as it is.
  @inlinable public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R {
    expression
  }

  /// Takes an optional reducer, which does nothing if it is `nil`.
  @inlinable public static func buildExpression<R: Reducer<State, Action>>(_ expression: R?) -> R? {
    expression
  }

  /// Runs the reducers of an array in order.
  @inlinable public static func buildExpression<R: Reducer<State, Action>>(_ expression: [R]) -> SequenceMany<R> {
    SequenceMany(expression)
  }

  /// Takes a reducer whose type is not known.
  @_disfavoredOverload
  @inlinable public static func buildExpression(_ expression: any Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce(expression)
  }

  /// An empty body does nothing.
  @inlinable public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  /// Begins with the first reducer that the body lists.
  @inlinable public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R {
    first
  }

  /// Adds the next reducer, which runs after the earlier ones.
  @inlinable public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    accumulated: R0,
    next: R1
  ) -> Sequence<R0, R1> {
    Sequence(accumulated, next)
  }

  /// The reducer of an `if` without `else`; `nil` if its condition is false.
  @inlinable public static func buildOptional<R: Reducer<State, Action>>(_ component: R?) -> R? {
    component
  }

  /// The reducer of the first branch of an `if` or `switch`.
  @inlinable public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    first component: R0
  ) -> Conditional<R0, R1> {
    .first(component)
  }

  /// The reducer of the second branch of an `if` or `switch`.
  @inlinable public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    second component: R1
  ) -> Conditional<R0, R1> {
    .second(component)
  }

  /// Runs the reducers of all passes of a `for` loop in order.
  @inlinable public static func buildArray<R: Reducer<State, Action>>(_ components: [R]) -> SequenceMany<R> {
    SequenceMany(components)
  }

  /// Erases the type of the reducer in an `if #available`, which the code around it may not name.
  @inlinable public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ component: R
  ) -> Reduce<State, Action> {
    Reduce(component)
  }

  /// The finished body.
  @inlinable public static func buildFinalResult<R: Reducer<State, Action>>(_ component: R) -> R {
    component
  }

  /// Two reducers that run one after the other.
  public struct Sequence<R0: Reducer<State, Action>, R1: Reducer<State, Action>>: Reducer {
    @usableFromInline let first: R0
    @usableFromInline let second: R1

    @inlinable init(_ first: R0, _ second: R1) {
      self.first = first
      self.second = second
    }

    /// Runs both reducers in order, and merges their effects.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      first.reduce(into: &state, action: action).merge(with: second.reduce(into: &state, action: action))
    }

    /// Returns both reducers as one function. Each is built once.
    @inlinable public func makeReduction() -> Reduction<State, Action> {
      let first = first.makeReduction()
      let second = second.makeReduction()
      return { state, action in
        let effect = first(&state, action)
        return effect.merge(with: second(&state, action))
      }
    }
  }

  /// Any number of reducers of one type that run one after the other.
  public struct SequenceMany<Element: Reducer<State, Action>>: Reducer {
    @usableFromInline let elements: [Element]

    @inlinable init(_ elements: [Element]) {
      self.elements = elements
    }

    /// Runs the reducers in order, and merges their effects.
    ///
    /// - Complexity: O(*n*) in the number of reducers.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      elements.reduce(.none) { $0.merge(with: $1.reduce(into: &state, action: action)) }
    }

    /// Returns the reducers as one function. Each is built once.
    ///
    /// - Complexity: O(*n*) in the number of reducers, and so is each call of the function.
    @inlinable public func makeReduction() -> Reduction<State, Action> {
      let elements = elements.map { $0.makeReduction() }
      return { state, action in
        elements.reduce(.none) { $0.merge(with: $1(&state, action)) }
      }
    }
  }

  /// One of two reducers.
  public enum Conditional<First: Reducer<State, Action>, Second: Reducer<State, Action>>: Reducer {
    /// The reducer of the first branch.
    case first(First)
    /// The reducer of the second branch.
    case second(Second)

    /// Runs the reducer of the branch that was taken.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch self {
      case .first(let first): first.reduce(into: &state, action: action)
      case .second(let second): second.reduce(into: &state, action: action)
      }
    }

    /// Returns the reducer of the branch that was taken as a function.
    @inlinable public func makeReduction() -> Reduction<State, Action> {
      switch self {
      case .first(let first): first.makeReduction()
      case .second(let second): second.makeReduction()
      }
    }
  }
}

/// A reducer that may be missing: `if` without `else` in a body. A missing reducer does nothing.
extension Optional: Reducer where Wrapped: Reducer {
  /// Runs the reducer, or does nothing if there is none.
  public func reduce(into state: inout Wrapped.State, action: Wrapped.Action) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }

  /// Returns the reducer as a function, which does nothing if there is none.
  @inlinable public func makeReduction() -> Reduction<Wrapped.State, Wrapped.Action> {
    self?.makeReduction() ?? { _, _ in .none }
  }
}
