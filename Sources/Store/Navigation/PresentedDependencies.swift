import Dependencies

/// Lets the reducers of presented features know that they are.
@usableFromInline final class PresentedDependencies {
  /// The values that were in force last, and the same with ``Dependencies/DependencyValues/isPresented``: a store's stay
  /// the same.
  private var known: (base: DependencyValues, presented: DependencyValues)?

  @usableFromInline init() {}

  /// Binds ``Dependencies/DependencyValues/isPresented`` while `operation` runs, unless it is bound already: a feature
  /// that presents itself hundreds of times binds it once.
  @inlinable func bind<Result>(_ operation: () -> Result) -> Result {
    let current = DependencyValues.current
    if current.override(for: IsPresentedKey.self) == true { return operation() }
    return withDependencyValues(values(over: current), operation)
  }

  @usableFromInline func values(over base: DependencyValues) -> DependencyValues {
    if let known, known.base.isIdentical(to: base) { return known.presented }
    var presented = base
    presented.isPresented = true
    known = (base, presented)
    return presented
  }
}
