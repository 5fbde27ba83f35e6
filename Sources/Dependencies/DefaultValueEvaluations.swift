import Foundation

/// Evaluates each default value on one thread. Other threads that need the same value wait for it.
///
/// Evaluating calls code of users. Therefore no lock is held meanwhile; a graph records the evaluations. Two threads
/// that need each other's values would wait forever. The graph detects this in advance, and the program stops with a
/// message that names the values. (It can't detect a value that waits by other means, such as a semaphore, for a thread
/// that reads the same value.)
enum DefaultValueEvaluations {
  private struct ID: Hashable, CustomStringConvertible {
    let key: ObjectIdentifier
    /// The cache that keeps the value, or the thread if no cache does.
    let keeper: ObjectIdentifier
    let context: DependencyContext
    let name: String

    init(key: any TestDependencyKey.Type, keeper: ObjectIdentifier, context: DependencyContext) {
      self.key = ObjectIdentifier(key)
      self.keeper = keeper
      self.context = context
      name = "\(key)"
    }

    var description: String { "\(name).\(context)Value" }
  }

  /// One graph for the process, because threads that wait for each other may use different caches.
  private static let graph = Locked(EvaluationGraph<ObjectIdentifier, ID, DispatchGroup>())

  /// Evaluates a value, for a cache if there is one. Returns `nil` if another thread has evaluated it in the meantime,
  /// which only happens with a cache.
  ///
  /// - Parameter keep: Stores the value. Calls do not overlap.
  static func evaluate<Key: TestDependencyKey>(
    _ key: Key.Type,
    in context: DependencyContext,
    for cache: DefaultValueCache?,
    _ evaluate: () -> DefaultValue<Key.Value>,
    keep: (DefaultValue<Key.Value>) -> Void = { _ in }
  ) -> DefaultValue<Key.Value>? {
    let thread = ObjectIdentifier(Thread.current)
    let id = ID(key: key, keeper: cache.map { ObjectIdentifier($0) } ?? thread, context: context)
    let action = graph.withLock { graph in
      // Another thread may have stored the value in the meantime.
      cache?.contains(id.key, in: context) == true ? nil : graph.begin(id, on: thread, signal: makeSignal())
    }
    switch action {
    case nil:
      return nil
    case .evaluate:
      let value = evaluate()
      graph.withLock { graph in
        keep(value)
        return graph.end(id, on: thread)
      }?.leave()
      return value
    case .wait(let signal):
      signal.wait()
      graph.withLock { $0.endWait(on: thread) }
      return nil
    case .stop(let circle):
      fatalError(message(for: circle))
    }
  }

  private static func makeSignal() -> DispatchGroup {
    let signal = DispatchGroup()
    signal.enter()
    return signal
  }

  private static func message(for circle: [ID]) -> String {
    """
    Default values of dependencies need each other, so none of them can be made:

      \(circle.map(\.description).joined(separator: " -> "))

    Each of them reads the next one while it is evaluated. Have one of them read the next one later: in the closures of \
    the client that it makes, each time they are called.

    \(IssueArticle.dependencies)
    """
  }
}
