import Dependencies

/// What the code of one test shares, and that of another does not see: its stores, and the test itself.
package final class SharedScope: Sendable {
  let sources = SharedSources()
  let memory = InMemoryStorage()
  let files = FileStorage.inMemory
  let defaults = UncheckedSendable(DefaultsInMemory.make())

  package init() {}

  @TaskLocal private static var bound: SharedScope?
  private static let scopes = Locked<[TestIdentity?: SharedScope]>([:])

  /// The scope of the test that runs, or that of all code that belongs to no test.
  static var current: SharedScope {
    if let bound { return bound }
    let test = TestIdentity.current
    return scopes.withLock { scopes in
      if let known = scopes[test] { return known }
      let scope = SharedScope()
      scopes[test] = scope
      return scope
    }
  }

  /// Calls a closure that shares nothing with code before and after it, as a test that runs several times.
  package static func withOwn<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $bound.withValue(SharedScope(), operation: operation)
  }
}
