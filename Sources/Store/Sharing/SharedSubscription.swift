import Dependencies

/// Keeps the watch on the place where a value is stored. The watch ends when this is cancelled or released.
public struct SharedSubscription: Sendable {
  private final class Canceller: Sendable {
    private let onCancel: Locked<(@Sendable () -> Void)?>

    init(_ onCancel: @escaping @Sendable () -> Void) {
      self.onCancel = Locked(onCancel)
    }

    func cancel() { onCancel.withLock { $0.take() }?() }

    deinit { cancel() }
  }

  private let canceller: Canceller

  /// - Parameter onCancel: Ends the watch. It is called once.
  public init(_ onCancel: @escaping @Sendable () -> Void) {
    canceller = Canceller(onCancel)
  }

  /// Ends the watch.
  public func cancel() { canceller.cancel() }
}
