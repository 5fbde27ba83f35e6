/// Takes values that have changed where they are kept. See ``SharedReaderKey/subscribe(context:subscriber:)``.
public struct SharedSubscriber<Value>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void
  private let onLoading: (@Sendable (Bool) -> Void)?

  /// Makes a subscriber.
  ///
  /// - Parameters:
  ///   - callback: Takes each outcome: a value, `nil` if there is none any more, or an error.
  ///   - onLoading: Is told when a value is on its way.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: (@Sendable (Bool) -> Void)? = nil
  ) {
    self.callback = callback
    self.onLoading = onLoading
  }

  /// There is a new value.
  public func yield(_ value: Value) { yield(with: .success(value)) }

  /// A value is on its way, or is not any more.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading?(isLoading) }

  /// There is no value any more: the default applies.
  public func yieldReturningInitialValue() { yield(with: .success(nil)) }

  /// The value could not be read.
  public func yield(throwing error: any Error) { yield(with: .failure(error)) }

  /// An outcome: a value, `nil` if there is none any more, or an error.
  public func yield(with result: Result<Value?, any Error>) { callback(result) }
}
