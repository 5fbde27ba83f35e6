/// A reducer made from a closure.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Reduce { state, action in
///     switch action {
///     case .toggled:
///       state.isOn.toggle()
///       return .none
///     }
///   }
/// }
/// ```
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let reduction: Reduction<State, Action>
  /// The reducer that it was made from, if it was made from one.
  @usableFromInline let base: (any Reducer<State, Action>)?

  /// Makes a reducer from a closure.
  @inlinable public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    reduction = reduce
    base = nil
  }

  /// Makes a reducer that does what another one does, with a type that says less.
  ///
  /// - Parameters:
  ///   - reducer: The other reducer.
  ///   - unused: To be left out. It is what the compiler takes a closure for here that can't be the other initializer's
  ///     parameter: so it looks for the mistake in the closure, and does not say that a closure is no reducer.
  @inlinable public init(_ reducer: any Reducer<State, Action>, unused: (() -> Never)? = nil) {
    reduction = reducer.reduction(isKept: false)
    base = reducer
  }

  @inlinable public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduction(&state, action)
  }

  @inlinable public func makeReduction() -> Reduction<State, Action> {
    guard let base else { return reduction }
    return base.makeReduction()
  }
}
