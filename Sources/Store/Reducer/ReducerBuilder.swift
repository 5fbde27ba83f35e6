/// Combines the reducers that a body lists into one.
///
/// It accepts `if`, `if let`, `switch` and `for`, optional reducers, arrays of reducers and `any Reducer`. Conditions
/// are evaluated once, when the store is made.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  @inlinable public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R {
    expression
  }

  @inlinable public static func buildExpression<R: Reducer<State, Action>>(_ expression: R?) -> R? {
    expression
  }

  @inlinable public static func buildExpression<R: Reducer<State, Action>>(_ expression: [R]) -> SequenceMany<R> {
    SequenceMany(expression)
  }

  @_disfavoredOverload
  @inlinable public static func buildExpression(_ expression: any Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce(expression)
  }

  @inlinable public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  @inlinable public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R {
    first
  }

  @inlinable public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    accumulated: R0,
    next: R1
  ) -> Sequence<R0, R1> {
    Sequence(accumulated, next)
  }

  @inlinable public static func buildOptional<R: Reducer<State, Action>>(_ component: R?) -> R? {
    component
  }

  @inlinable public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    first component: R0
  ) -> Conditional<R0, R1> {
    .first(component)
  }

  @inlinable public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    second component: R1
  ) -> Conditional<R0, R1> {
    .second(component)
  }

  @inlinable public static func buildArray<R: Reducer<State, Action>>(_ components: [R]) -> SequenceMany<R> {
    SequenceMany(components)
  }

  @inlinable public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ component: R
  ) -> Reduce<State, Action> {
    Reduce(component)
  }

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

    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      first.reduce(into: &state, action: action).merge(with: second.reduce(into: &state, action: action))
    }

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

    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      elements.reduce(.none) { $0.merge(with: $1.reduce(into: &state, action: action)) }
    }

    @inlinable public func makeReduction() -> Reduction<State, Action> {
      let elements = elements.map { $0.makeReduction() }
      return { state, action in
        elements.reduce(.none) { $0.merge(with: $1(&state, action)) }
      }
    }
  }

  /// One of two reducers.
  public enum Conditional<First: Reducer<State, Action>, Second: Reducer<State, Action>>: Reducer {
    case first(First)
    case second(Second)

    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch self {
      case .first(let first): first.reduce(into: &state, action: action)
      case .second(let second): second.reduce(into: &state, action: action)
      }
    }

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
  public func reduce(into state: inout Wrapped.State, action: Wrapped.Action) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }

  @inlinable public func makeReduction() -> Reduction<Wrapped.State, Wrapped.Action> {
    self?.makeReduction() ?? { _, _ in .none }
  }
}
