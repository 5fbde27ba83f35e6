import Dependencies

/// The values that the code of one test shares and that no other test sees: those of its stores, and of the test
/// itself. Each story of an exploration has its own scope.
package final class SharedScope: Sendable {
  let sources = SharedSources()
  let memory = InMemoryStorage()
  #if canImport(Foundation)
    let storage = StorageInMemory()
  #endif

  package init() {}

  @TaskLocal private static var bound: SharedScope?
  private static let scopes = Locked<[TestIdentity?: SharedScope]>([:])

  /// The scope of the current story or test, or the scope of all code that belongs to no test.
  static var current: SharedScope {
    if let own = DependencyValues.current.ownSharedScope { return own }
    if let bound { return bound }
    let test = TestIdentity.current
    return scopes.withLock { scopes in
      if let known = scopes[test] { return known }
      let scope = SharedScope()
      scopes[test] = scope
      return scope
    }
  }

  /// Calls a closure that shares nothing with the code before and after it, for a test that runs several times.
  package static func withOwn<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $bound.withValue(SharedScope(), operation: operation)
  }

  /// Returns whether the source was made in the scope of the story whose dependencies are bound.
  package static func ofStoryHasSource(_ source: AnyObject) -> Bool {
    DependencyValues.current.ownSharedScope?.sources.contains(source) ?? false
  }

  /// A hash of everything in this scope, even if no state contains it; `nil` if the scope is empty.
  package var digest: Int? {
    var parts: [[String: Any]] = [memory.values.all]
    #if canImport(Foundation)
      parts += storage.contents
    #endif
    guard !parts.allSatisfy(\.isEmpty) else { return nil }
    var hasher = Hasher()
    // The counts separate the places of the values. Dumps are hashed, because the values need be neither `Hashable` nor
    // `Equatable`.
    for part in parts {
      hasher.combine(part.count)
      for (key, value) in part.sorted(by: { $0.key < $1.key }) {
        hasher.combine(key)
        hasher.combine(valueDump(value))
      }
    }
    return hasher.finalize()
  }
}

extension DependencyValues {
  /// The scope of a story; `nil` outside of stories.
  package var ownSharedScope: SharedScope? {
    get { override(for: SharedScopeKey.self) ?? nil }
    set { self[SharedScopeKey.self] = newValue }
  }
}

private enum SharedScopeKey: TestDependencyKey {
  static var testValue: SharedScope? { nil }
}
