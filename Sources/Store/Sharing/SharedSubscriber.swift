/// Receives changes of the place where a value is stored. See ``SharedReaderKey/subscribe(context:subscriber:)``.
public struct SharedSubscriber<Value>: Sendable {
  typealias Callback = @Sendable (Result<Value?, any Error>) -> Void

  /// Returns a function that receives what is read from now on.
  private let beginReading: @Sendable () -> Callback
  private let onLoading: (@Sendable (Bool) -> Void)?

  init(beginReading: @escaping @Sendable () -> Callback, onLoading: (@Sendable (Bool) -> Void)?) {
    self.beginReading = beginReading
    self.onLoading = onLoading
  }

  /// Makes a subscriber.
  ///
  /// - Parameters:
  ///   - callback: Receives each result: a value, `nil` if there is none any more, or an error.
  ///   - onLoading: Called with `true` when a value begins to load, and with `false` when that has ended.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: (@Sendable (Bool) -> Void)? = nil
  ) {
    self.init(beginReading: { callback }, onLoading: onLoading)
  }

  /// Returns the subscriber for a value that is read from now on.
  ///
  /// ```swift
  /// let reading = subscriber.fromNow()
  /// reading.yield(try decode(Data(contentsOf: url)))
  /// ```
  ///
  /// A change that the program makes while the value is read and decoded is newer, and stays. Without this, the value
  /// counts as read when it is passed on.
  public func fromNow() -> Self {
    let callback = beginReading()
    return Self(beginReading: { callback }, onLoading: onLoading)
  }

  /// Passes a new value on.
  public func yield(_ value: Value) { yield(with: .success(value)) }

  /// Reports whether a value is being loaded.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading?(isLoading) }

  /// Reports that there is no longer a value: the default applies.
  public func yieldReturningInitialValue() { yield(with: .success(nil)) }

  /// Passes on the error because of which the value could not be read.
  public func yield(throwing error: any Error) { yield(with: .failure(error)) }

  /// Passes a result on: a value, `nil` if there is none any more, or an error.
  public func yield(with result: Result<Value?, any Error>) { beginReading()(result) }
}
