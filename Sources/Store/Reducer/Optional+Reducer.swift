/// A reducer that may be missing: `if` without `else` in a body. Missing, it does nothing.
extension Optional: Reducer where Wrapped: Reducer {
  @inlinable public func reduce(into state: inout Wrapped.State, action: Wrapped.Action) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }

  @inlinable public func makeReduction() -> Reduction<Wrapped.State, Wrapped.Action> {
    self?.makeReduction() ?? { _, _ in .none }
  }
}
