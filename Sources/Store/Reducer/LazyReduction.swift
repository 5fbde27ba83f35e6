import Dependencies

/// A child's reduction, built when the child first gets an action, so that a feature that contains itself is built only
/// as deep as it is used.
@usableFromInline final class LazyReduction<Child: Reducer> {
  @usableFromInline let reducer: Child
  @usableFromInline var reduction: Reduction<Child.State, Child.Action>?
  /// The operator that runs the child. The operators in the child find it as the current one.
  @usableFromInline let owner: ScopeOwner
  /// The dependencies that the child's body is built with. They are captured early, so that the body does not capture
  /// overrides of the sender of the first action.
  @usableFromInline let dependencies: DependencyValues
  /// Set if the child is presented, and no presented feature around it has bound that already.
  @usableFromInline let presentation: PresentedDependencies?

  @inlinable init(_ reducer: Child, in owner: ScopeOwner, presentation: PresentedDependencies? = nil) {
    self.reducer = reducer
    self.owner = owner
    self.presentation = presentation?.areBound == false ? presentation : nil
    dependencies = presentation?.values(over: .current) ?? .current
  }

  @inlinable func callAsFunction(_ state: inout Child.State, _ action: Child.Action) -> Effect<Child.Action> {
    guard let reduction else {
      build()
      return self(&state, action)
    }
    if let presentation { return runPresented(reduction, &state, action, presentation) }
    return run(reduction, &state, action)
  }

  @inlinable func runPresented(
    _ reduction: Reduction<Child.State, Child.Action>,
    _ state: inout Child.State,
    _ action: Child.Action,
    _ presentation: PresentedDependencies
  ) -> Effect<Child.Action> {
    presentation.bind { run(reduction, &state, action) }
  }

  /// Binds what the child sees in its reducer because it is presented.
  func bindingPresentation<Result>(_ operation: () -> Result) -> Result {
    if let presentation { return presentation.bind(operation) }
    return operation()
  }

  @inlinable func run(
    _ reduction: Reduction<Child.State, Child.Action>,
    _ state: inout Child.State,
    _ action: Child.Action
  ) -> Effect<Child.Action> {
    let previous = CurrentObject.replace(with: owner)
    let effect = reduction(&state, action)
    CurrentObject.restore(previous)
    return effect
  }

  @usableFromInline func build() {
    reduction = owner.build(reduction: { withDependencyValues(dependencies) { reducer.makeReduction() } })
    if level?.hasLifetimes == true, !mayHaveLifetimes { reportHiddenLifetimes() }
  }

  // MARK: Lifetimes

  /// The operators of the child, once it is built.
  var level: FeatureLevel<Child.State, Child.Action>? { owner.level(of: Child.State.self, Child.Action.self) }

  /// The operators of the child, which is built if it has not been.
  var builtLevel: FeatureLevel<Child.State, Child.Action>? {
    if reduction == nil { build() }
    return level
  }

  private lazy var mayHaveLifetimes: Bool = {
    var visited: Set<ObjectIdentifier> = []
    if let base = (reducer as? Reduce<Child.State, Child.Action>)?.base {
      return type(of: base)._mayHaveLifetimes(&visited)
    }
    return Child._mayHaveLifetimes(&visited)
  }()

  /// Whether the child, or one in it, asks for the beginning or the end of its state, or for all of its changes. Before
  /// it is built, its type says whether it may.
  var hasLifetimes: Bool {
    guard mayHaveLifetimes else { return false }
    return reduction == nil || level?.hasLifetimes == true
  }

  private func reportHiddenLifetimes() {
    reportIssue(
      """
      "\(typeName(Child.self))" contains "onMount", "onDismount" or "onChange(of:anywhere:)" in a reducer whose type it does \
      not name. They are not performed.

      A store asks the types of its reducers for them, so that the others cost nothing. "any Reducer" and "Reduce(reducer)" \
      hide the type. Name it: let the function or the property return "some Reducer".
      """,
      at: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
      article: .composingFeatures
    )
  }
}
