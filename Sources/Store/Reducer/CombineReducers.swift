/// Groups reducers, so that an operator can be applied to all of them together.
///
/// ```swift
/// CombineReducers {
///   SearchReducer()
///   HistoryReducer()
/// }
/// .ifLet(\.detail, action: \.detail) { Detail() }
/// ```
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: CompositeReducer {
  @usableFromInline let reducers: Reducers

  /// Groups the reducers that the closure lists.
  @inlinable public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }

  /// Returns a function that runs the reducers in the order of their listing and merges their effects. They are built
  /// once.
  @inlinable public func makeReduction() -> Reduction<State, Action> {
    reducers.makeReduction()
  }

  /// Asks the reducers in it.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    Reducers._mayHaveLifetimes(&visited)
  }
}

/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: Reducer {
  /// Makes a reducer that does nothing.
  @inlinable public init() {}

  /// Changes nothing and returns no effect.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}
