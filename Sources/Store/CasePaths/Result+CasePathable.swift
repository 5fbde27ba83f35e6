extension Result: CasePathable, CasePathIterable {
  /// The case paths of a result: `\.success` and `\.failure`.
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    /// The key path to the case that a value is in.
    public subscript(root: Result) -> PartialCaseKeyPath<Result> {
      switch root {
      case .success: \.success
      case .failure: \.failure
      }
    }

    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Result>]> {
      [\.success, \.failure].makeIterator()
    }

    /// The case of a result that has a value.
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath(embed: { .success($0) }) {
        guard case .success(let value) = $0 else { return nil }
        return value
      }
    }

    /// The case of a result that has an error.
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath(embed: { .failure($0) }) {
        guard case .failure(let error) = $0 else { return nil }
        return error
      }
    }
  }

  /// The case paths of a result.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
