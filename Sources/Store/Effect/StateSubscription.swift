import Dependencies

/// The newest value that the reader of a sequence of states has not read yet.
@usableFromInline final class StateSubscription<Value>: Sendable {
  // `UncheckedSendable`, because a value that is not `Sendable` never leaves the store's actor: its reader is there, too.
  private let newest = Locked<UncheckedSendable<Value>?>(nil)
  /// An element for each value that arrives. Several at a time count as one, since only the newest value waits.
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init() {
    (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func send(_ value: Value) {
    var unread = Optional(UncheckedSendable(value))
    newest.withLock { swap(&$0, &unread) }
    signal.yield()
    // Released without the lock, because that may run user code.
    withExtendedLifetime(unread) {}
  }

  /// Ends the sequence after the value that waits.
  func finish() {
    signal.finish()
  }

  func next(isolation: isolated (any Actor)?) async -> Value? {
    for await _ in signals where !Task.isCancelled {
      if let value = takeNewest() { return value }
    }
    if Task.isCancelled { _ = takeNewest() }
    return nil
  }

  private func takeNewest() -> Value? {
    var unread: UncheckedSendable<Value>?
    newest.withLock { swap(&$0, &unread) }
    return unread?.value
  }
}
