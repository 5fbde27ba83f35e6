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

  /// Returns the finished body.
  @inlinable public static func buildFinalResult<R: Reducer<State, Action>>(_ component: R) -> R {
    component
  }

  /// Two reducers that run one after the other.
  public struct Sequence<R0: Reducer<State, Action>, R1: Reducer<State, Action>>: CompositeReducer {
    @usableFromInline let first: R0
    @usableFromInline let second: R1

    @inlinable init(_ first: R0, _ second: R1) {
      self.first = first
      self.second = second
    }

    /// Returns a function that runs both reducers in order and merges their effects. Each is built once.
    @inlinable public func makeReduction() -> Reduction<State, Action> {
      let first = first.makeReduction()
      let second = second.makeReduction()
      return { state, action in
        let effect = first(&state, action)
        return effect.merge(with: second(&state, action))
      }
    }

    /// Asks the reducers in it.
    public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
      R0._mayHaveLifetimes(&visited) || R1._mayHaveLifetimes(&visited)
    }
  }

  /// One of two reducers.
  public enum Conditional<First: Reducer<State, Action>, Second: Reducer<State, Action>>: CompositeReducer {
    /// The reducer of the first branch.
    case first(First)
    /// The reducer of the second branch.
    case second(Second)

    /// Returns the reducer of the branch that was taken as a function.
    @inlinable public func makeReduction() -> Reduction<State, Action> {
      switch self {
      case .first(let first): first.makeReduction()
      case .second(let second): second.makeReduction()
      }
    }

    /// Asks the reducers in it.
    public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
      First._mayHaveLifetimes(&visited) || Second._mayHaveLifetimes(&visited)
    }
  }
}

/// A reducer that may be missing: `if` without `else` in a body. A missing reducer does nothing.
extension Optional: Reducer, CompositeReducer where Wrapped: Reducer {
  /// Returns the reducer as a function, which does nothing if there is none.
  @inlinable public func makeReduction() -> Reduction<Wrapped.State, Wrapped.Action> {
    self?.makeReduction() ?? { _, _ in .none }
  }

  /// Asks the reducer.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    Wrapped._mayHaveLifetimes(&visited)
  }
}

/// Reducers that run one after the other: an array of reducers in a body, or the passes of a `for` loop.
extension Array: Reducer, CompositeReducer where Element: Reducer {
  /// Returns a function that runs the reducers in order and merges their effects. Each is built once.
  ///
  /// - Complexity: O(*n*) in the number of reducers, and so is each call of the function.
  @inlinable public func makeReduction() -> Reduction<Element.State, Element.Action> {
    let reductions = map { $0.makeReduction() }
    return { state, action in
      reductions.reduce(.none) { $0.merge(with: $1(&state, action)) }
    }
  }

  /// Asks the reducers in it.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    Element._mayHaveLifetimes(&visited)
  }
}
