import Dependencies

/// The newest value that the reader of a sequence of states has not read yet.
@usableFromInline final class StateSubscription<Value>: Sendable {
  private struct Contents {
    // `UncheckedSendable`, because a value that is not `Sendable` never leaves the store's actor: its reader is there, too.
    var newest: UncheckedSendable<Value>?
    var isFinished = false
    /// The recorded wait of the reader.
    var wait: (recorder: SuspensionRecorder, token: SuspensionRecorder.Token)?
  }

  private let contents = Locked(Contents())
  /// What the reader waits for, if only the store of its own effect can end that.
  private let reason: String?
  /// An element for each value that arrives. Several at a time count as one, since only the newest value waits.
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init(reason: String? = nil) {
    self.reason = reason
    (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func send(_ value: Value) {
    var unread = Optional(UncheckedSendable(value))
    contents.withLock { swap(&$0.newest, &unread) }
    endWait()
    signal.yield()
    // Released without the lock, because that may run user code.
    withExtendedLifetime(unread) {}
  }

  /// Ends the sequence after the value that waits.
  func finish() {
    contents.withLock { $0.isFinished = true }
    endWait()
    signal.finish()
  }

  func next(isolation: isolated (any Actor)?) async -> Value? {
    beginWait()
    defer { endWait() }
    for await _ in signals where !Task.isCancelled {
      if let value = takeNewest() { return value }
    }
    if Task.isCancelled { _ = takeNewest() }
    return nil
  }

  private func takeNewest() -> Value? {
    var unread: UncheckedSendable<Value>?
    contents.withLock { swap(&$0.newest, &unread) }
    return unread?.value
  }

  private func beginWait() {
    guard let reason, let recorder = SuspensionRecorder.current,
      contents.withLock({ $0.newest == nil && !$0.isFinished })
    else { return }
    // Values arrive on the actor, on which the reader is.
    let token = recorder.willSuspend(reason)
    contents.withLock { $0.wait = (recorder, token) }
  }

  private func endWait() {
    if let wait = contents.withLock({ $0.wait.take() }) { wait.recorder.didResume(wait.token) }
  }
}
