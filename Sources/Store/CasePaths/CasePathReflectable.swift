/// Case paths that can be looked up by a value of their enum. The `AllCasePaths` that `@CasePathable` makes are.
///
/// ```swift
/// let path = Field.allCasePaths[.title("Hello")]  // \.title
/// let samePath = Field.title("Hello").case
/// ```
///
/// Such paths are `Hashable`, so that they can be keys of a dictionary.
public protocol CasePathReflectable<RootOfCases> {
  /// The enum. It is not called `Root`, because a feature whose state is a payload may have that name.
  associatedtype RootOfCases: CasePathable

  /// The key path to the case that a value is in: ``never`` for cases that have no path.
  subscript(root: RootOfCases) -> PartialCaseKeyPath<RootOfCases> { get }
}

extension CasePathReflectable {
  /// The path to a case that there is not: no value can be put into it, and none taken out.
  ///
  /// It leads from any enum to `Never`, for what asks for a path where nothing can be sent or shown:
  /// `Scope(state: \.self, action: \.never)`.
  public var never: AnyCasePath<RootOfCases, Never> {
    @Sendable func embed(_: Never) -> RootOfCases {}
    return AnyCasePath(embed: embed, extract: { _ in nil })
  }
}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The key path to the case that this value is in.
  public var `case`: PartialCaseKeyPath<Self> {
    Self.allCasePaths[self]
  }
}
