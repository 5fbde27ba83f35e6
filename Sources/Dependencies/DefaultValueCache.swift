/// The default values that have been read. Each is evaluated once and then stays the same.
///
/// A program has one cache for the process. Each test, and each case of a parameterized test, has its own cache, for
/// values of every context, so that a client with state can't carry this state into another test. Where the test isn't
/// known, as in detached tasks of Swift Testing's tests, each outermost scope has its own. A session on mock values
/// has its own cache too.
///
/// One thread at a time evaluates values of a cache. It holds a recursive lock meanwhile, although this runs code of
/// users: it may read other values on the same thread, and hangs if it waits for another thread that needs a value
/// which is not evaluated yet. Values that are there can be read at any time.
final class DefaultValueCache: Sendable {
  /// A global that behaves as a constant, because entries are added and never change.
  static let ofProcess = DefaultValueCache()

  /// For code of tests that belongs to no known test and no scope: its values are evaluated at each read.
  static let ofUnknownTests = DefaultValueCache(keepsValues: false)

  /// The caches of the tests so far. They are kept, because Swift Testing does not tell when a test has ended.
  private static let ofTests = Locked<[TestIdentity: DefaultValueCache]>([:])

  /// The cache of the current test, if it is known.
  static var ofTest: DefaultValueCache? {
    guard let test = TestIdentity.current else { return nil }
    return ofTests.withLock { caches in
      if let cache = caches[test] { return cache }
      let cache = DefaultValueCache()
      caches[test] = cache
      return cache
    }
  }

  private struct ID: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private struct Contents {
    /// A node for each value, without a next one. A substitute for a missing value is a `DefaultValue`.
    var nodes: [ID: DependencyNode] = [:]
    /// The values that the owner of `evaluationLock` is evaluating. Each reads the next one.
    var evaluating: [(id: ID, key: DescribedKey)] = []
  }

  private let contents = Locked(Contents())
  private let evaluationLock = RecursiveLock()
  private let keepsValues: Bool

  init(keepsValues: Bool = true) { self.keepsValues = keepsValues }

  /// Returns the cached value or substitute, or evaluates and caches it.
  ///
  /// - Parameter evaluate: Called on one thread at a time. It may read other values.
  func value<Key: TestDependencyKey>(
    of key: Key.Type,
    in context: DependencyContext,
    evaluate: () -> DefaultValue<Key.Value>
  ) -> DefaultValue<Key.Value> {
    if let value = cachedResult(of: key, in: context) { return value }
    return evaluationLock.withLock {
      // Another thread may have evaluated the value in the meantime.
      if let value = cachedResult(of: key, in: context) { return value }
      let id = ID(key: ObjectIdentifier(key), context: context)
      begin(id, key: DescribedKey(key))
      let result = evaluate()
      let node =
        result.missing == nil
        ? DependencyValueNode(key: id.key, value: result.value, next: nil)
        : DependencyValueNode(key: id.key, value: result, next: nil)
      contents.withLock { contents in
        contents.evaluating.removeLast()
        if keepsValues { contents.nodes[id] = node }
      }
      return result
    }
  }

  private func cachedResult<Key: TestDependencyKey>(
    of key: Key.Type,
    in context: DependencyContext
  ) -> DefaultValue<Key.Value>? {
    switch node(of: ObjectIdentifier(key), in: context) {
    case let node as DependencyValueNode<Key.Value>: DefaultValue(value: node.value)
    case let node as DependencyValueNode<DefaultValue<Key.Value>>: node.value
    default: nil
    }
  }

  func node(of key: ObjectIdentifier, in context: DependencyContext) -> DependencyNode? {
    contents.withLock { $0.nodes[ID(key: key, context: context)] }
  }

  /// Whether a value of this key is cached in any context.
  func contains(_ key: ObjectIdentifier) -> Bool {
    contents.withLock { contents in contents.nodes.keys.contains { $0.key == key } }
  }

  /// Records that the owner of `evaluationLock` evaluates a value. Stops the program if it does so already.
  private func begin(_ id: ID, key: DescribedKey) {
    let path = contents.withLock { contents in
      contents.evaluating.append((id, key))
      return contents.evaluating.drop { $0.id != id }
    }
    guard path.count > 1 else { return }
    fatalError(
      """
      Default values of dependencies need each other, so none of them can be made:

        \(path.map { "\($0.key).\($0.id.context)Value" }.joined(separator: " -> "))

      Each of them reads the next one while it is evaluated. Have one of them read the next one later: in the closures \
      of the client that it makes, each time they are called.

      \(IssueArticle.dependencies)
      """
    )
  }
}

/// The key for the cache of a scope in a test, or of a session on mock values.
enum DefaultValueCacheKey: TestDependencyKey {
  static var testValue: DefaultValueCache { .ofProcess }
}

extension DependencyValues {
  /// Returns these values with a cache for default values, unless they use the cache of the process.
  ///
  /// In a program, or if these values have a cache, it returns them unchanged. In a test, code that binds values for
  /// longer than one call, such as a store, calls it once, so that its tasks read the same values as the test.
  @usableFromInline
  package func scoped() -> DependencyValues {
    guard DependencyContext.ofProcess == .test, override(for: DefaultValueCacheKey.self) == nil else { return self }
    var scoped = self
    scoped[DefaultValueCacheKey.self] = .ofTest ?? DefaultValueCache()
    return scoped
  }

  /// Returns these values with a new cache for default values, for an operation that a test repeats. In a program, it
  /// returns them unchanged.
  package func withOwnDefaultValues() -> DependencyValues {
    guard DependencyContext.ofProcess == .test else { return self }
    var values = self
    values[DefaultValueCacheKey.self] = DefaultValueCache()
    return values
  }

  /// Sets the context to mock values that are made anew. The mock values of the process would carry the state of mock
  /// clients from one session into the next.
  package mutating func useOwnMockValues() {
    context = .mock
    self[DefaultValueCacheKey.self] = DefaultValueCache()
  }

  /// The cache for default values that are read from these values.
  private func defaultValues(in context: DependencyContext) -> DefaultValueCache {
    let isProgram = DependencyContext.ofProcess != .test
    // Live values are the same for the whole process.
    if isProgram, context != .mock { return .ofProcess }
    return override(for: DefaultValueCacheKey.self) ?? (isProgram ? .ofProcess : .ofTest ?? .ofUnknownTests)
  }

  /// The node of a key's default value or substitute, if it is cached.
  @usableFromInline
  func cachedDefault(of key: ObjectIdentifier) -> DependencyNode? {
    let context = context
    return defaultValues(in: context).node(of: key, in: context)
  }

  /// The value of a key without an override that is not cached, or a substitute.
  @usableFromInline
  func defaultValue<Key: TestDependencyKey>(of key: Key.Type, at caller: IssueLocation) -> Key.Value {
    if let value = access?.substitute(for: Key.Value.self) { return value }
    let context = context
    let location = access?.location ?? caller
    let cache = defaultValues(in: context)
    let result = cache.value(of: key, in: context) {
      guard cache === DefaultValueCache.ofProcess else { return evaluate(key, in: context, at: location) }
      // A value that the process keeps must not depend on the scope of its first read.
      var root = DependencyValues(overrides: PreparedDependencies.overrides)
      if root.context != context { root.context = context }
      return withDependencyValues(root) { evaluate(key, in: context, at: location) }
    }
    if let missing = result.missing { report(missing, at: location) }
    return result.value
  }

  private func evaluate<Key: TestDependencyKey>(
    _ key: Key.Type,
    in context: DependencyContext,
    at location: IssueLocation
  ) -> DefaultValue<Key.Value> {
    IsolatedKey.check(key, at: location)
    switch context {
    case .live:
      if let value = liveValue(of: key) { return DefaultValue(value: value) }
      reportMissingLiveValue(of: DescribedKey(key), at: location)
      return DefaultValue(value: Key.testValue)
    case .mock:
      return DefaultValueEvaluation.evaluate(in: context, at: location) { Key.mockValue }
    case .test:
      return DefaultValueEvaluation.evaluate(in: context, at: location) { Key.testValue }
    }
  }

  private func liveValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    func open<Live: DependencyKey>(_ key: Live.Type) -> Key.Value? { key.liveValue as? Key.Value }
    return (key as? any DependencyKey.Type).flatMap { open($0) }
  }
}
