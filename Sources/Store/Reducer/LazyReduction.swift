/// A child's reduction, built when the child first gets an action. A feature that contains itself is built as deep as
/// it is used.
@usableFromInline final class LazyReduction<Child: Reducer> {
  @usableFromInline let reducer: Child
  @usableFromInline var reduction: Reduction<Child.State, Child.Action>?

  @inlinable init(_ reducer: Child) {
    self.reducer = reducer
  }

  @inlinable func callAsFunction(_ state: inout Child.State, _ action: Child.Action) -> Effect<Child.Action> {
    if let reduction { return reduction(&state, action) }
    let reduction = reducer.makeReduction()
    self.reduction = reduction
    return reduction(&state, action)
  }
}
