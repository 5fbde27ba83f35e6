/// A reducer that contains other reducers, such as an operator. It implements ``Reducer/makeReduction()``, which builds
/// them once.
///
/// ```swift
/// struct Logged<Base: Reducer>: CompositeReducer {
///   let base: Base
///
///   func makeReduction() -> Reduction<Base.State, Base.Action> {
///     let base = base.makeReduction()
///     return { state, action in
///       print(action)
///       return base(&state, action)
///     }
///   }
/// }
/// ```
public protocol CompositeReducer<State, Action>: Reducer where Body == Never {}

extension CompositeReducer {
  /// Builds the reducer and runs it for one action.
  @inlinable public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    makeReduction()(&state, action)
  }

  /// Returns `true`. If the reducer contains one other, asking that costs less.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool { true }
}
