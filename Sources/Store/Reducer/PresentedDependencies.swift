import Dependencies

/// Sets ``/Dependencies/DependencyValues/isPresented`` for the reducers of presented features.
@usableFromInline final class PresentedDependencies {
  /// The values that were in force last, and the same with `isPresented`. A store's values hardly ever change.
  private var known: (base: DependencyValues, presented: DependencyValues)?

  /// Whether a presented feature further up binds them: then this reducer was built as a part of that feature.
  @usableFromInline let areBound = DependencyValues.current.isPresented

  @usableFromInline init() {}

  /// Binds ``/Dependencies/DependencyValues/isPresented`` while `operation` runs. A feature that presents itself hundreds
  /// of times needs it once.
  @inlinable func bind<Result>(_ operation: () -> Result) -> Result {
    withDependencyValues(values(over: .current), operation)
  }

  @usableFromInline func values(over base: DependencyValues) -> DependencyValues {
    if let known, known.base.isIdentical(to: base) { return known.presented }
    var presented = base
    presented.isPresented = true
    presented = presented.owned()
    known = (base, presented)
    return presented
  }
}
