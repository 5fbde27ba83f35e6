import Dependencies

/// A child's reduction, built when the child first gets an action, so that a feature that contains itself is built only
/// as deep as it is used. If the operator is not kept for further actions, the child's reducer is called without being
/// built.
@usableFromInline final class LazyReduction<Child: Reducer> {
  @usableFromInline let reducer: Child
  @usableFromInline var reduction: Reduction<Child.State, Child.Action>?
  /// The dependencies that the child's body is built with. They are captured early, so that the body does not capture
  /// overrides of the sender of the first action.
  @usableFromInline let dependencies: DependencyValues

  @inlinable init(_ reducer: Child, isKept: Bool, presentation: PresentedDependencies? = nil) {
    self.reducer = reducer
    if isKept {
      dependencies = presentation?.values(over: .current) ?? .current
    } else {
      dependencies = .current
      reduction = reducer.reduction(isKept: false)
    }
  }

  @inlinable func callAsFunction(_ state: inout Child.State, _ action: Child.Action) -> Effect<Child.Action> {
    if let reduction { return reduction(&state, action) }
    return build()(&state, action)
  }

  @usableFromInline func build() -> Reduction<Child.State, Child.Action> {
    let reduction = withDependencyValues(dependencies) { reducer.makeReduction() }
    self.reduction = reduction
    return reduction
  }
}
