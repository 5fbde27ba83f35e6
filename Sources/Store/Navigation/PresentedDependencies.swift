import Dependencies

/// Lets the reducers of presented features know that they are.
@usableFromInline final class PresentedDependencies {
  /// The values that were in force last, and the same with ``Dependencies/DependencyValues/isPresented``: a store's stay
  /// the same.
  private var known: (base: DependencyValues, presented: DependencyValues)?

  @usableFromInline init() {}

  /// Whether a presented feature further up has bound them already.
  @inlinable static var areBound: Bool {
    DependencyValues.current.override(for: IsPresentedKey.self) == true
  }

  /// Binds ``Dependencies/DependencyValues/isPresented`` while `operation` runs.
  @inlinable func bind<Result>(_ operation: () -> Result) -> Result {
    withDependencyValues(values(over: .current), operation)
  }

  @usableFromInline func values(over base: DependencyValues) -> DependencyValues {
    if let known, known.base.isIdentical(to: base) { return known.presented }
    var presented = base
    presented.isPresented = true
    known = (base, presented)
    return presented
  }
}
