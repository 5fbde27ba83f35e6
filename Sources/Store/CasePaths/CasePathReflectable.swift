/// Case paths that can be looked up by a value of their enum, like the `AllCasePaths` that `@CasePathable` generates.
///
/// ```swift
/// let path = Field.allCasePaths[.title("Hello")]  // \.title
/// let samePath = Field.title("Hello").case
/// ```
///
/// Such paths are `Hashable`, so they can be the keys of a dictionary.
public protocol CasePathReflectable<RootOfCases> {
  /// The enum. It is not called `Root`, because a feature whose state is a payload may have that name.
  associatedtype RootOfCases: CasePathable

  /// The key path to the case that a value is in; ``never`` if that case has no path.
  subscript(root: RootOfCases) -> PartialCaseKeyPath<RootOfCases> { get }
}

extension CasePathReflectable {
  /// A path to a case that does not exist: no value can be embedded or extracted.
  ///
  /// It leads from any enum to `Never`, for functions that require a path where no action can be sent and no state
  /// shown: `Scope(state: \.self, action: \.never)`.
  public var never: AnyCasePath<RootOfCases, Never> {
    neverPath()
  }
}

/// Separate, because `@Sendable` closures must not mention a type whose conformances may be isolated.
private func neverPath<Root>() -> AnyCasePath<Root, Never> {
  @Sendable func embed(_: Never) -> Root {}
  return AnyCasePath(name: "never", embed: embed, extract: { _ in nil })
}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The key path to the case that this value is in.
  public var `case`: PartialCaseKeyPath<Self> {
    Self.allCasePaths[self]
  }
}
