import Dependencies
import Foundation

/// The values that the code of one test shares and that no other test sees: those of its stores, and of the test
/// itself. Each story of an exploration has its own scope.
package final class SharedScope: Sendable {
  /// Each part is made when it is first used, so a story that shares nothing costs nothing.
  private struct Parts {
    var sources: SharedSources?
    var memory: InMemoryStorage?
    var files: FileStorage?
    var defaults: UncheckedSendable<UserDefaults>?
  }

  private let parts = Locked(Parts())

  package init() {}

  var sources: SharedSources { part(\.sources) { SharedSources() } }
  var memory: InMemoryStorage { part(\.memory) { InMemoryStorage() } }
  var files: FileStorage { part(\.files) { .inMemory } }
  var defaults: UncheckedSendable<UserDefaults> {
    part(\.defaults) { UncheckedSendable(DefaultsInMemory.make()) }
  }

  private func part<Part: Sendable>(
    _ keyPath: any WritableKeyPath<Parts, Part?> & Sendable,
    _ make: @Sendable () -> Part
  ) -> Part {
    if let part = parts.withLock({ $0[keyPath: keyPath] }) { return part }
    // Made without the lock, because making defaults calls code of Foundation. If two threads make a part, both use the
    // first one.
    let made = make()
    return parts.withLock { parts in
      let part = parts[keyPath: keyPath] ?? made
      parts[keyPath: keyPath] = part
      return part
    }
  }

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
    DependencyValues.current.ownSharedScope?.hasSource(source) ?? false
  }

  private func hasSource(_ source: AnyObject) -> Bool {
    parts.withLock { $0.sources }?.contains(source) ?? false
  }

  /// A hash of everything in this scope, even if no state contains it; `nil` if the scope is empty.
  package var digest: Int? {
    let parts = parts.withLock { $0 }
    guard parts.memory != nil || parts.files != nil || parts.defaults != nil else { return nil }
    let memory = parts.memory?.values.all ?? [:]
    let files = (parts.files?.files as? FilesInMemory)?.all ?? [:]
    let defaults = (parts.defaults?.value as? DefaultsInMemory)?.dictionaryRepresentation() ?? [:]
    var hasher = Hasher()
    // The counts separate the places of the values. Dumps are hashed, because the values need be neither `Hashable` nor
    // `Equatable`.
    hasher.combine(memory.count)
    for (key, value) in memory.sorted(by: { $0.key < $1.key }) {
      hasher.combine(key)
      hasher.combine(valueDump(value))
    }
    hasher.combine(files.count)
    for (url, data) in files.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      hasher.combine(url)
      hasher.combine(data)
    }
    hasher.combine(defaults.count)
    for (key, value) in defaults.sorted(by: { $0.key < $1.key }) {
      hasher.combine(key)
      hasher.combine(valueDump(value))
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
