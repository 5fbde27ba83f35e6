import Foundation
import Synchronization

/// The default values that were read so far. Each is evaluated once and stays the same from then on.
///
/// A program has one cache, for the process. In a test each outermost scope has its own instead, for values of every
/// context, so that a client with state in it cannot carry that state into the next test.
///
/// Reading takes no lock: the cache is a fixed number of lists of nodes that are never changed or removed while it
/// lives. Evaluating takes none either, as it calls code that is not ours: who needs a value that another thread is
/// about to make waits for that one value.
@usableFromInline
final class DefaultValueCache: Sendable {
  /// A write-once table, not state.
  @usableFromInline static let ofProcess = DefaultValueCache()

  @usableFromInline typealias List = Atomic<Unmanaged<DependencyNode>?>

  @usableFromInline static let listsPerContext = 32
  /// For the values of three contexts, and for what stands in for values that are missing.
  private static let listCount = listsPerContext * 6

  /// The first nodes of the lists.
  ///
  /// Safety: allocated for as long as the cache lives, and accessed atomically. The list retains the node that it
  /// starts with, and that retains the others, until `deinit`; a reader holds the cache.
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

  /// The cached value, or else the one that `evaluate` returns, which is cached.
  ///
  /// - Parameter evaluate: Called on one thread at a time for a key and context, and with no lock held. It may read
  ///   other values.
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

  /// Adds a value. Called for one value at a time.
  private func insert<Key: TestDependencyKey>(
    _ value: DefaultValue<Key.Value>,
    _ key: Key.Type,
    _ context: DependencyContext
  ) {
    let key = ObjectIdentifier(key)
    let list = list(of: key, in: value.missing == nil ? context.index : context.index + Self.firstSubstitute)
    // The new node takes over the retain of the list.
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
      unsafeDowncast($0, to: DependencyValueNode<Key.Value>.self).value
    }
  }

  /// What stands in for a value that is missing, if it was read before.
  private func substitute<Key: TestDependencyKey>(
    for key: Key.Type,
    in context: DependencyContext
  ) -> DefaultValue<Key.Value>? {
    // `insert` is the only one to make nodes of these lists.
    node(of: ObjectIdentifier(key), in: context.index + Self.firstSubstitute)?._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: DependencyValueNode<DefaultValue<Key.Value>>.self).value
    }
  }

  /// Whether there is a value, or what stands in for it.
  func contains(_ key: ObjectIdentifier, in context: DependencyContext) -> Bool {
    node(of: key, in: context.index) != nil || node(of: key, in: context.index + Self.firstSubstitute) != nil
  }

  /// Whether a value of this key was read already, in whatever context.
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
    // Metadata is aligned, so its lowest bits tell nothing.
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
    func evaluate() -> DefaultValue<Key.Value> { self.evaluate(key, in: context, at: location) }
    let result: DefaultValue<Key.Value>
    if let cache = defaultValues {
      result = cache.value(of: key, in: context) {
        guard cache === DefaultValueCache.ofProcess else { return evaluate() }
        // What the process keeps must not depend on the scope that happened to read it first.
        var root = DependencyValues(overrides: PreparedDependencies.overrides)
        if root.context != context { root.context = context }
        return withDependencyValues(root, evaluate)
      }
    } else {
      result = DefaultValueEvaluations.evaluate(key, in: context, evaluate)
    }
    if let missing = result.missing { report(missing, at: location) }
    return result.value
  }

  private func evaluate<Key: TestDependencyKey>(
    _ key: Key.Type,
    in context: DependencyContext,
    at location: IssueLocation
  ) -> DefaultValue<Key.Value> {
    switch context {
    case .live:
      if let value = liveValue(of: key) { return DefaultValue(value: value) }
      reportMissingLiveValue(of: key, at: location)
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
