import Foundation
import Synchronization

/// The default values that were read so far. Each is evaluated once and stays the same from then on.
///
/// A program has one cache, for the process. In a test each outermost scope has its own instead, for values of every
/// context, so that a client with state in it cannot carry that state into the next test.
///
/// Reading takes no lock: the cache is a fixed number of lists of nodes that are never changed or removed while it
/// lives.
@usableFromInline
final class DefaultValueCache: Sendable {
  /// A write-once table, not state.
  @usableFromInline static let ofProcess = DefaultValueCache()

  @usableFromInline typealias List = Atomic<Unmanaged<DependencyNode>?>

  @usableFromInline static let listsPerContext = 32
  private static let listCount = listsPerContext * 3

  /// The first nodes of the lists.
  ///
  /// Safety: allocated for as long as the cache lives, and accessed atomically. The list retains the node that it
  /// starts with, and that retains the others, until `deinit`; a reader holds the cache.
  @usableFromInline nonisolated(unsafe) let lists: UnsafeMutablePointer<List>

  /// Held while a value is evaluated, so that it is evaluated once. Recursive: evaluating one may read others.
  private let evaluation = NSRecursiveLock()

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

  /// The cached value, or else the one that `evaluate` returns, which is cached if `evaluate` says so.
  func value<Key: TestDependencyKey>(
    of key: Key.Type,
    in context: DependencyContext,
    evaluate: () -> (value: Key.Value, isFinal: Bool)
  ) -> Key.Value {
    if let value = cachedValue(of: key, in: context) { return value }
    evaluation.lock()
    defer { evaluation.unlock() }
    if let value = cachedValue(of: key, in: context) { return value }
    let (value, isFinal) = evaluate()
    // Evaluating may have read the value itself, through another dependency: then that one stays.
    if let value = cachedValue(of: key, in: context) { return value }
    guard isFinal else { return value }
    let key = ObjectIdentifier(key)
    let list = list(of: key, in: context)
    let first = list.pointee.load(ordering: .relaxed)
    // The new node takes over the retain of the list.
    let node = DependencyValueNode(key: key, value: value, next: first?.takeRetainedValue())
    list.pointee.store(.passRetained(node), ordering: .releasing)
    return value
  }

  @inlinable
  func cachedValue<Key: TestDependencyKey>(of key: Key.Type, in context: DependencyContext) -> Key.Value? {
    node(of: ObjectIdentifier(key), in: context)?._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: DependencyValueNode<Key.Value>.self).value
    }
  }

  /// Whether a value of this key was read already, in whatever context.
  func contains(_ key: ObjectIdentifier) -> Bool {
    [DependencyContext.live, .mock, .test].contains { node(of: key, in: $0) != nil }
  }

  @inlinable
  func node(of key: ObjectIdentifier, in context: DependencyContext) -> Unmanaged<DependencyNode>? {
    list(of: key, in: context).pointee.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.first(key) }
  }

  @inlinable
  func list(of key: ObjectIdentifier, in context: DependencyContext) -> UnsafeMutablePointer<List> {
    // Metadata is aligned, so its lowest bits tell nothing.
    lists + Int(UInt(bitPattern: key) >> 4) % Self.listsPerContext + context.index * Self.listsPerContext
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

/// The key under which a test's outermost scope keeps its cache among the values it binds.
@usableFromInline
enum DefaultValueCacheKey: TestDependencyKey {
  @usableFromInline static var testValue: DefaultValueCache { .ofProcess }
}

extension DependencyValues {
  /// These values with a place to keep the default values that are read from them, where that is not the process.
  ///
  /// Does nothing in a program or if there is such a place already. In a test, whoever binds values for longer than one
  /// call (a store does) calls this once, so that what it reads is the same each time.
  @inlinable
  package func scoped() -> DependencyValues {
    guard DependencyContext.ofProcess == .test, override(for: DefaultValueCacheKey.self) == nil else { return self }
    var scoped = self
    scoped[DefaultValueCacheKey.self] = DefaultValueCache()
    return scoped
  }

  /// Where default values that are read from these values are kept. In a test that is outside of every scope, nowhere.
  @inlinable var defaultValues: DefaultValueCache? {
    DependencyContext.ofProcess == .test ? override(for: DefaultValueCacheKey.self) : .ofProcess
  }

  /// The value of a key that is not overridden, if it was read before.
  @inlinable
  func cachedDefaultValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    defaultValues?.cachedValue(of: key, in: context)
  }

  /// The value of a key that is not overridden.
  @usableFromInline
  func defaultValue<Key: TestDependencyKey>(of key: Key.Type, at caller: IssueLocation) -> Key.Value {
    let context = context
    let location = access?.location ?? caller
    guard let cache = defaultValues else { return evaluate(key, in: context, at: location).value }
    return cache.value(of: key, in: context) {
      guard cache === DefaultValueCache.ofProcess else { return evaluate(key, in: context, at: location) }
      // What the process keeps must not depend on the scope that happened to read it first.
      var root = DependencyValues(overrides: PreparedDependencies.overrides)
      if root.context != context { root.context = context }
      return withDependencyValues(root) { evaluate(key, in: context, at: location) }
    }
  }

  /// The default value, and whether it is good for further reads: not if each has to report an issue.
  private func evaluate<Key: TestDependencyKey>(
    _ key: Key.Type,
    in context: DependencyContext,
    at location: IssueLocation
  ) -> (value: Key.Value, isFinal: Bool) {
    switch context {
    case .live:
      if let value = liveValue(of: key) { return (value, true) }
      reportMissingLiveValue(of: key, at: location)
      return (Key.testValue, true)
    case .mock:
      return (Key.mockValue, true)
    case .test:
      let (value, missing) = TestValueEvaluation.evaluate(key, at: location, cache: defaultValues)
      if let missing { reportMissingTestValue(of: missing, at: location) }
      return (value, missing == nil)
    }
  }

  private func liveValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    func open<Live: DependencyKey>(_ key: Live.Type) -> Key.Value? { key.liveValue as? Key.Value }
    return (key as? any DependencyKey.Type).flatMap { open($0) }
  }
}
