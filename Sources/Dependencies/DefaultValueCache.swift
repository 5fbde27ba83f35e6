import Foundation
import Synchronization

/// The default values that have been read. Each is evaluated once and then stays the same.
///
/// A program has one cache for the process. Each test, and each case of a parameterized test, has its own cache, for
/// values of every context, so that a client with state can't carry this state into another test. Where the test isn't
/// known, as in detached tasks of Swift Testing's tests, each outermost scope has its own. A session on mock values
/// has its own cache too.
///
/// Reading takes no lock: the cache is a fixed number of lists, whose nodes are never changed or removed while the
/// cache exists. Evaluating takes no lock either, because it calls code of users. A thread that needs a value which
/// another thread is evaluating waits for this value only.
@usableFromInline
final class DefaultValueCache: Sendable {
  /// A global that behaves as a constant, because entries are added and never change.
  @usableFromInline static let ofProcess = DefaultValueCache()

  /// The caches of the tests so far. They are kept, because Swift Testing does not tell when a test has ended.
  private static let ofTests = Locked<[TestIdentity: DefaultValueCache]>([:])

  /// The cache of the current test, if it is known.
  @usableFromInline static var ofTest: DefaultValueCache? {
    guard let test = TestIdentity.current else { return nil }
    return ofTests.withLock { caches in
      if let cache = caches[test] { return cache }
      let cache = DefaultValueCache()
      caches[test] = cache
      return cache
    }
  }

  @usableFromInline typealias List = Atomic<Unmanaged<DependencyNode>?>

  @usableFromInline static let listsPerContext = 32
  /// The number of lists for the values of three contexts, and for the substitutes of missing values.
  private static let listCount = listsPerContext * 6

  /// The first nodes of the lists.
  ///
  /// Safety: the memory is allocated for the lifetime of the cache and accessed atomically. Until `deinit`, each list
  /// retains its first node, and each node retains the next. A reader retains the cache.
  @usableFromInline nonisolated(unsafe) let lists: UnsafeMutablePointer<List>

  @usableFromInline
  init() {
    lists = .allocate(capacity: Self.listCount)
    for index in 0..<Self.listCount { (lists + index).initialize(to: List(nil)) }
  }

  deinit {
    for index in 0..<Self.listCount { lists[index].load(ordering: .acquiring)?.release() }
    lists.deinitialize(count: Self.listCount)
    lists.deallocate()
  }

  /// Returns the cached value, or evaluates and caches it.
  ///
  /// - Parameter evaluate: Called on one thread at a time for each key and context, without a lock. It may read other
  ///   values.
  func value<Key: TestDependencyKey>(
    of key: Key.Type,
    in context: DependencyContext,
    evaluate: () -> DefaultValue<Key.Value>
  ) -> DefaultValue<Key.Value> {
    while true {
      if let value = cachedValue(of: key, in: context) { return DefaultValue(value: value) }
      if let value = substitute(for: key, in: context) { return value }
      let value = DefaultValueEvaluations.evaluate(key, in: context, for: self, evaluate) { insert($0, key, context) }
      if let value { return value }
    }
  }

  /// Adds a value. Insertions must not overlap.
  private func insert<Key: TestDependencyKey>(
    _ value: DefaultValue<Key.Value>,
    _ key: Key.Type,
    _ context: DependencyContext
  ) {
    let key = ObjectIdentifier(key)
    let list = list(of: key, in: value.missing == nil ? context.index : context.index + Self.firstSubstitute)
    // The new node takes over the list's ownership of the old first node.
    let next = list.pointee.load(ordering: .relaxed)?.takeRetainedValue()
    let node =
      value.missing == nil
      ? DependencyValueNode(key: key, value: value.value, next: next)
      : DependencyValueNode(key: key, value: value, next: next)
    list.pointee.store(.passRetained(node), ordering: .releasing)
  }

  @inlinable
  func cachedValue<Key: TestDependencyKey>(of key: Key.Type, in context: DependencyContext) -> Key.Value? {
    node(of: ObjectIdentifier(key), in: context.index)?._withUnsafeGuaranteedRef {
      $0.with(Key.Value.self).value
    }
  }

  /// The cached substitute for a missing value.
  private func substitute<Key: TestDependencyKey>(
    for key: Key.Type,
    in context: DependencyContext
  ) -> DefaultValue<Key.Value>? {
    // Only `insert` makes nodes of these lists, so the type is right.
    node(of: ObjectIdentifier(key), in: context.index + Self.firstSubstitute)?._withUnsafeGuaranteedRef {
      $0.with(DefaultValue<Key.Value>.self).value
    }
  }

  /// Whether a value or a substitute is cached.
  func contains(_ key: ObjectIdentifier, in context: DependencyContext) -> Bool {
    node(of: key, in: context.index) != nil || node(of: key, in: context.index + Self.firstSubstitute) != nil
  }

  /// Whether a value of this key is cached in any context.
  func contains(_ key: ObjectIdentifier) -> Bool {
    [DependencyContext.live, .mock, .test].contains { contains(key, in: $0) }
  }

  private static let firstSubstitute = 3

  @inlinable
  func node(of key: ObjectIdentifier, in section: Int) -> Unmanaged<DependencyNode>? {
    list(of: key, in: section).pointee.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.first(key) }
  }

  @inlinable
  func list(of key: ObjectIdentifier, in section: Int) -> UnsafeMutablePointer<List> {
    // Metadata is aligned, so its lowest bits carry no information.
    lists + Int(UInt(bitPattern: key) >> 4) % Self.listsPerContext + section * Self.listsPerContext
  }
}

extension DependencyContext {
  @inlinable
  var index: Int {
    switch self {
    case .live: 0
    case .mock: 1
    case .test: 2
    }
  }
}

/// The key for the cache of a scope in a test, or of a session on mock values.
@usableFromInline
enum DefaultValueCacheKey: TestDependencyKey {
  @usableFromInline static var testValue: DefaultValueCache { .ofProcess }
}

extension DependencyValues {
  /// Returns these values with a cache for default values, unless they use the cache of the process.
  ///
  /// In a program, or if these values have a cache, it returns them unchanged. In a test, code that binds values for
  /// longer than one call, such as a store, calls it once, so that its tasks read the same values as the test.
  @inlinable
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

  /// The cache for default values that are read from these values; `nil` outside of all scopes if the test isn't known.
  @inlinable
  func defaultValues(in context: DependencyContext) -> DefaultValueCache? {
    if DependencyContext.ofProcess == .test { return override(for: DefaultValueCacheKey.self) ?? .ofTest }
    // Live values are the same for the whole process.
    return context == .mock ? override(for: DefaultValueCacheKey.self) ?? .ofProcess : .ofProcess
  }

  /// The value of a key without an override, if it is cached.
  @inlinable
  func cachedDefaultValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    let context = context
    return defaultValues(in: context)?.cachedValue(of: key, in: context)
  }

  /// The value of a key without an override.
  @usableFromInline
  func defaultValue<Key: TestDependencyKey>(of key: Key.Type, at caller: IssueLocation) -> Key.Value {
    if let value = access?.substitute(for: Key.Value.self) { return value }
    let context = context
    let location = access?.location ?? caller
    func evaluate() -> DefaultValue<Key.Value> { self.evaluate(key, in: context, at: location) }
    let result: DefaultValue<Key.Value>
    if let cache = defaultValues(in: context) {
      result = cache.value(of: key, in: context) {
        guard cache === DefaultValueCache.ofProcess else { return evaluate() }
        // A value that the process keeps must not depend on the scope of its first read.
        var root = DependencyValues(overrides: PreparedDependencies.overrides)
        if root.context != context { root.context = context }
        return withDependencyValues(root, evaluate)
      }
    } else {
      // Without a cache, another thread can't have evaluated the value in the meantime: there is one.
      result = DefaultValueEvaluations.evaluate(key, in: context, for: nil, evaluate) ?? evaluate()
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
