import Dependencies

/// What Ctrl-C ends.
final class PromptInterruption: Sendable {
  private let cancel = Locked<(@Sendable () -> Void)?>(nil)

  /// Says what runs from now on.
  func begin(_ cancel: @escaping @Sendable () -> Void) {
    self.cancel.withLock { $0 = cancel }
  }

  func end() {
    cancel.withLock { $0 = nil }
  }

  /// - Returns: Whether something runs.
  func interrupt() -> Bool {
    let cancel = cancel.withLock { $0 }
    cancel?()
    return cancel != nil
  }
}
