import Foundation
import Synchronization

/// The default values that were read so far. Each is evaluated once and stays the same from then on.
///
/// A program has one cache, for the process. In a test each outermost scope has its own instead, for values of every
/// context, so that a client with state in it cannot carry that state into the next test.
final class DefaultValueCache: Sendable {
  /// A write-once table, not state: nothing in it is ever changed or removed.
  static let ofProcess = DefaultValueCache()

  private struct Slot: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private let nodes = Mutex<[Slot: DependencyNode]>([:])

  /// Held while a value is evaluated, so that it is evaluated once. Recursive: evaluating one may read others.
  private let evaluation = NSRecursiveLock()

  /// The cached value, or else the one that `evaluate` returns, which is cached if `evaluate` says so.
  func value<Key: TestDependencyKey>(
    of key: Key.Type,
    in context: DependencyContext,
    evaluate: () -> (value: Key.Value, isFinal: Bool)
  ) -> (value: Key.Value, isFinal: Bool) {
    let slot = Slot(key: ObjectIdentifier(key), context: context)
    func cached() -> Key.Value? {
      nodes.withLock { $0[slot] }.map { unsafeDowncast($0, to: DependencyValueNode<Key.Value>.self).value }
    }
    if let value = cached() { return (value, true) }
    evaluation.lock()
    defer { evaluation.unlock() }
    if let value = cached() { return (value, true) }
    let evaluated = evaluate()
    if evaluated.isFinal {
      let node = DependencyValueNode(key: slot.key, value: evaluated.value, next: nil)
      nodes.withLock { $0[slot] = node }
    }
    return evaluated
  }

  /// Whether a value of this key was read already, in whatever context.
  func contains(_ key: ObjectIdentifier) -> Bool {
    nodes.withLock { $0.keys.contains { $0.key == key } }
  }
}

/// The key under which a test's outermost scope keeps its cache among the values it binds.
enum DefaultValueCacheKey: TestDependencyKey {
  static var testValue: DefaultValueCache { .ofProcess }
}

extension DependencyValues {
  /// These values with a place to keep the default values that are read from them, where that is not the process.
  ///
  /// Does nothing in a program or if there is such a place already. In a test, whoever binds values for longer than one
  /// call (a store does) calls this once, so that what it reads is the same each time.
  package func scoped() -> DependencyValues {
    guard DependencyContext.ofProcess == .test, node(for: ObjectIdentifier(DefaultValueCacheKey.self)) == nil else {
      return self
    }
    var scoped = self
    scoped[DefaultValueCacheKey.self] = DefaultValueCache()
    return scoped
  }

  /// The value of a key that is not overridden.
  @usableFromInline
  func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) -> Key.Value {
    let context = context
    let location = read?.location ?? IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let cache =
      override(for: DefaultValueCacheKey.self) ?? (DependencyContext.ofProcess == .test ? nil : .ofProcess)
    let evaluate = { () -> (value: Key.Value, isFinal: Bool) in
      switch context {
      case .live:
        if let value = liveValue(of: key) { return (value, true) }
        report(missing: "live", of: key, at: location)
        return (Key.testValue, true)
      case .mock:
        return (Key.mockValue, true)
      case .test:
        let (value, missing) = TestValueEvaluation.evaluate(key)
        if let missing { reportMissingTestValue(of: missing, readAs: key, at: location) }
        return (value, missing == nil)
      }
    }
    guard let cache else { return evaluate().value }
    let (value, isFinal) = cache.value(of: key, in: context) {
      // What the process keeps must not depend on the scope that happened to read it first.
      guard cache === DefaultValueCache.ofProcess else { return evaluate() }
      var root = PreparedDependencies.values
      if root.context != context { root.context = context }
      return withDependencyValues(root) { evaluate() }
    }
    if isFinal { read?.note(value) }
    return value
  }

  private func liveValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    func open<Live: DependencyKey>(_ key: Live.Type) -> Key.Value? { key.liveValue as? Key.Value }
    return (key as? any DependencyKey.Type).flatMap { open($0) }
  }
}
