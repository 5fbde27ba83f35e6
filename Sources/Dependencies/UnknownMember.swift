/// What a key path leads to that names no member.
///
/// Nobody has a value of it. It is a parameter of declarations that are unavailable, so that the compiler says of a
/// misspelled key path that it is misspelled, and not which overload its type would fit with the fewest changes.
@dynamicMemberLookup
@dynamicCallable
public struct UnknownMember: Hashable, Sendable {
  private init() {}

  /// Any member.
  public subscript(dynamicMember name: String) -> Self { self }

  /// Any subscript.
  public subscript(index: AnyHashable) -> Self { self }

  /// Any element.
  public subscript(id id: AnyHashable) -> Self { self }

  /// Any call.
  public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any>) -> Self { self }
}

extension Dependency {
  /// There is no such property.
  @available(
    *,
    unavailable,
    message: "'DependencyValues' has no such property. Look for a misspelling, or for an import that is missing."
  )
  @_disfavoredOverload
  public init(_ keyPath: KeyPath<UnknownMember, UnknownMember>) where Value == UnknownMember {
    fatalError("This initializer is unavailable, so that no code can call it.")
  }

  /// There is no such property, or it has another type.
  @available(
    *,
    unavailable,
    message: """
      'DependencyValues' has no such property of this type. Look for a misspelling, for an import that is missing, and at \
      the type.
      """
  )
  @_disfavoredOverload
  public init(_ keyPath: KeyPath<UnknownMember, UnknownMember>) {
    fatalError("This initializer is unavailable, so that no code can call it.")
  }
}
