/// Keeps an observation up that ``observe(isolation:_:)`` has started.
public final class ObserveToken: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit {
    onCancel()
  }

  /// Ends the observation. The closure is not run again once this returns to the closure's actor.
  public func cancel() {
    onCancel()
  }
}
