import Foundation

/// Has each default value evaluated by one thread, while others that need the same value wait for it.
///
/// What is evaluated is code of others. So no lock is held meanwhile, only a note kept. Two threads that come to need
/// what the other one is evaluating would wait for ever: from the notes this is known before it happens, and stops the
/// program with a sentence that names the values. (A value that waits for another thread by other means, such as a
/// semaphore, while that thread reads the same value, is not known.)
enum DefaultValueEvaluations {
  private struct ID: Hashable, CustomStringConvertible {
    let key: ObjectIdentifier
    /// What keeps the value, or the thread if nothing does.
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

  /// Guarded for the process as a whole, since threads that wait for each other may read from different caches.
  private static let graph = Locked(EvaluationGraph<ObjectIdentifier, ID, DispatchGroup>())

  /// Evaluates a value that nothing keeps, for each read.
  static func evaluate<Key: TestDependencyKey>(
    _ key: Key.Type,
    in context: DependencyContext,
    _ evaluate: () -> DefaultValue<Key.Value>
  ) -> DefaultValue<Key.Value> {
    let thread = ObjectIdentifier(Thread.current)
    let id = ID(key: key, keeper: thread, context: context)
    while true {
      if let value = Self.evaluate(id, on: thread, evaluate, isKept: { false }, keep: { _ in }) { return value }
    }
  }

  /// Evaluates a value for a cache. Returns `nil` if another thread has done it meanwhile.
  ///
  /// - Parameter keep: Called while no other value is inserted.
  static func evaluate<Key: TestDependencyKey>(
    _ key: Key.Type,
    in context: DependencyContext,
    for cache: DefaultValueCache,
    _ evaluate: () -> DefaultValue<Key.Value>,
    keep: (DefaultValue<Key.Value>) -> Void
  ) -> DefaultValue<Key.Value>? {
    let id = ID(key: key, keeper: ObjectIdentifier(cache), context: context)
    let isKept = { cache.contains(id.key, in: context) }
    return Self.evaluate(id, on: ObjectIdentifier(Thread.current), evaluate, isKept: isKept, keep: keep)
  }

  private static func evaluate<Value>(
    _ id: ID,
    on thread: ObjectIdentifier,
    _ evaluate: () -> Value,
    isKept: () -> Bool,
    keep: (Value) -> Void
  ) -> Value? {
    let action = graph.withLock { graph in
      // Somebody else may have been faster.
      isKept() ? nil : graph.begin(id, on: thread, signal: makeSignal())
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
    """
  }
}
