/// `@Sendable (Int, _ name: String) async throws -> Bool`
struct FunctionType: Sendable {
  let slice: SourceSlice
  /// `@Sendable`, `@MainActor`, `@escaping`, ...
  let attributes: [Attribute]
  let parameters: [FunctionTypeParameter]
  let isAsync: Bool
  /// `throws`, `throws(Failure)` or `rethrows`.
  let throwsClause: SourceSlice?
  let returnType: SourceSlice
}

/// A parameter of a function type.
struct FunctionTypeParameter: Sendable {
  let slice: SourceSlice
  /// Attributes and specifiers: `inout`, `@autoclosure`, ...
  let prefix: SourceSlice?
  let firstName: SourceSlice?
  let secondName: SourceSlice?
  /// Without the prefix and the dots of a variadic parameter.
  let type: SourceSlice
  let isVariadic: Bool
}

extension FunctionType {
  /// Reads a function type, and one in parentheses. `nil` for any other type; `(() -> Void)?` is an optional.
  init?(_ type: SourceSlice) {
    return nil
  }
}
