import Dependencies

/// Sets ``/Dependencies/DependencyValues/isPresented`` for the reducers of presented features.
@usableFromInline final class PresentedDependencies {
  /// The dependencies that were passed last, and a copy with `isPresented`. A store's dependencies hardly ever change.
  private var known: (base: DependencyValues, presented: DependencyValues)?

  /// Whether `isPresented` is already set, because this reducer was built as a part of a presented feature.
  @usableFromInline let areBound = DependencyValues.current.isPresented

  @usableFromInline init() {}

  /// Binds ``/Dependencies/DependencyValues/isPresented`` while `operation` runs. Not needed where `areBound` is
  /// `true`: a feature that presents itself hundreds of times binds it once.
  @usableFromInline func bind<Result>(_ operation: () -> Result) -> Result {
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
