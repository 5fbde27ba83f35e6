import Dependencies
import Foundation

/// What the code of one test shares, and that of another does not see: its stores, and the test itself. A story of an
/// exploration has its own.
@usableFromInline package final class SharedScope: Sendable {
  /// What was asked for so far. Nothing is made before: a story that shares nothing costs nothing.
  private struct Parts {
    var sources: SharedSources?
    var memory: InMemoryStorage?
    var files: FileStorage?
    var defaults: UncheckedSendable<UserDefaults>?
  }

  private let parts = Locked(Parts())

  @usableFromInline package init() {}

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
    // Not under the lock, as what makes defaults is not ours. Whoever was first is right.
    let made = make()
    return parts.withLock { parts in
      let part = parts[keyPath: keyPath] ?? made
      parts[keyPath: keyPath] = part
      return part
    }
  }

  @TaskLocal private static var bound: SharedScope?
  private static let scopes = Locked<[TestIdentity?: SharedScope]>([:])

  /// The scope of the story or the test that runs, or that of all code that belongs to no test.
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

  /// Calls a closure that shares nothing with code before and after it, as a test that runs several times.
  package static func withOwn<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $bound.withValue(SharedScope(), operation: operation)
  }

  /// Whether a source was looked for by its key in the story whose dependencies are in force.
  @usableFromInline package static func ofStoryHasSource(_ source: AnyObject) -> Bool {
    DependencyValues.current.ownSharedScope?.hasSource(source) ?? false
  }

  private func hasSource(_ source: AnyObject) -> Bool {
    parts.withLock { $0.sources }?.contains(source) ?? false
  }

  /// A hash of all that is kept here, whoever shows it; `nil` if nothing was.
  @usableFromInline package var digest: Int? {
    let parts = parts.withLock { $0 }
    guard parts.sources != nil || parts.memory != nil || parts.files != nil || parts.defaults != nil
    else { return nil }
    var hasher = Hasher()
    // By their dumps, as what is kept need be neither `Hashable` nor `Equatable`.
    for (key, value) in parts.memory?.values.all.sorted(by: { $0.key < $1.key }) ?? [] {
      hasher.combine(key)
      hasher.combine(valueDump(value))
    }
    for (url, data) in (parts.files?.files as? FilesInMemory)?.all.sorted(by: {
      "\($0.key)" < "\($1.key)"
    }) ?? [] {
      hasher.combine(url)
      hasher.combine(data)
    }
    let defaults = (parts.defaults?.value as? DefaultsInMemory)?.dictionaryRepresentation() ?? [:]
    for (key, value) in defaults.sorted(by: { $0.key < $1.key }) {
      hasher.combine(key)
      hasher.combine(valueDump(value))
    }
    return hasher.finalize()
  }
}

extension DependencyValues {
  /// The scope of a story; `nil` elsewhere.
  @usableFromInline package var ownSharedScope: SharedScope? {
    get { override(for: SharedScopeKey.self) ?? nil }
    set { self[SharedScopeKey.self] = newValue }
  }
}

private enum SharedScopeKey: TestDependencyKey {
  static var testValue: SharedScope? { nil }
}
