/// The root of key paths that name no member.
///
/// The type has no instances. Unavailable declarations have it as a parameter, so that the compiler reports a
/// misspelled key path as such, and does not suggest another overload.
@dynamicMemberLookup
@dynamicCallable
public struct UnknownMember: Hashable, Sendable {
  private init() {}

  /// Returns itself for any member.
  public subscript(dynamicMember name: String) -> Self { self }

  /// Returns itself for any subscript.
  public subscript(index: AnyHashable) -> Self { self }

  /// Returns itself for any element.
  public subscript(id id: AnyHashable) -> Self { self }

  /// Returns itself for any call.
  public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any>) -> Self { self }
}

extension Dependency {
  /// Unavailable: the property does not exist.
  @available(
    *,
    unavailable,
    message: "'DependencyValues' has no such property. Look for a misspelling, or for an import that is missing."
  )
  @_disfavoredOverload
  public init(_ keyPath: KeyPath<UnknownMember, UnknownMember>) where Value == UnknownMember {
    fatalError("This initializer is unavailable, so that no code can call it.")
  }

  /// Unavailable: the property does not exist or has another type.
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
