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
  /// The reducer whose type this one erases; `nil` if it was made from a closure.
  @usableFromInline let base: (any Reducer<State, Action>)?

  /// Makes a reducer from a closure.
  @inlinable public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    reduction = reduce
    base = nil
  }

  /// Makes a reducer that does what another one does, and does not name its type.
  ///
  /// - Parameters:
  ///   - reducer: The other reducer.
  ///   - unused: Leave it out. If the closure of the other initializer has an error, the compiler considers this
  ///     initializer too. With this parameter it takes a closure here, so it reports the error in the closure, instead
  ///     of saying that a closure is not a reducer.
  @inlinable public init(_ reducer: any Reducer<State, Action>, unused: (() -> Never)? = nil) {
    reduction = { reducer.reduce(into: &$0, action: $1) }
    base = reducer
  }

  /// Calls the closure, or runs the reducer whose type this one erases.
  @inlinable public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduction(&state, action)
  }

  /// Returns the closure. A reducer whose type this one erases is built once.
  @inlinable public func makeReduction() -> Reduction<State, Action> {
    guard let base else { return reduction }
    return base.makeReduction()
  }
}
