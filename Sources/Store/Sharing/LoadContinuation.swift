import Dependencies

/// Takes a value that a key has loaded.
///
/// It has to be resumed exactly once. A second time is reported and has no effect; if it goes without, that is reported
/// too, and the value stays what it was.
public struct LoadContinuation<Value>: Sendable {
  private let resumption: Resumption<Value?>

  /// Makes a continuation.
  ///
  /// - Parameters:
  ///   - description: What is loaded, for the issue that is reported when it is misused.
  ///   - callback: Takes the outcome: a value, `nil` for none, or an error.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    self.init(describedBy: description, callback: callback)
  }

  init(
    describedBy description: @escaping @Sendable () -> String,
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    resumption = Resumption(ifLost: .success(nil), of: description, callback)
  }

  /// The value was loaded.
  public func resume(returning value: Value) { resume(with: .success(value)) }

  /// The value could not be loaded. Those who read go on seeing the one that they have.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// There is none: the default applies.
  public func resumeReturningInitialValue() { resume(with: .success(nil)) }

  /// The outcome: a value, `nil` for none, or an error.
  public func resume(with result: Result<Value?, any Error>) { resumption.resume(with: result) }
}
