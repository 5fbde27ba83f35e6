/// Combines the reducers that a body lists into one.
///
/// It accepts `if`, `if let`, `switch` and `for`, optional reducers, arrays of reducers and `any Reducer`. Conditions
/// are evaluated once, when the store is made.
@resultBuilder
public enum ReducerBuilder<State, Action>: ReducerBlocks {
  /// Takes a reducer as it is.
  ///
  /// This has no overloads, because the compiler solves a closure that contains a mistake once for each.
  @inlinable public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R {
    expression
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

/// Reducers that run one after the other: an array of reducers in a body, or the passes of a `for` loop.
extension Array: Reducer where Element: Reducer {
  /// Runs the reducers in order, and merges their effects.
  ///
  /// - Complexity: O(*n*) in the number of reducers.
  public func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
    reduce(.none) { $0.merge(with: $1.reduce(into: &state, action: action)) }
  }

  /// Returns the reducers as one function. Each is built once.
  ///
  /// - Complexity: O(*n*) in the number of reducers, and so is each call of the function.
  @inlinable public func makeReduction() -> Reduction<Element.State, Element.Action> {
    let reductions = map { $0.makeReduction() }
    return { state, action in
      reductions.reduce(.none) { $0.merge(with: $1(&state, action)) }
    }
  }
}
