import Dependencies

/// Receives the value that a key loads.
///
/// Resume it exactly once. A second call is reported and has no effect. If it is released without a call, that is
/// reported too, and has the effect of ``resumeReturningInitialValue()``.
public struct LoadContinuation<Value>: Sendable {
  private let resumption: Resumption<Value?>

  /// Makes a continuation.
  ///
  /// - Parameters:
  ///   - description: Describes what is loaded, for the issue that is reported for wrong use.
  ///   - callback: Receives the result: a value, `nil` if there is none, or an error.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    resumption = Resumption(ifLost: .success(nil), of: description, callback)
  }

  /// Resumes with the loaded value.
  public func resume(returning value: Value) { resume(with: .success(value)) }

  /// Resumes with the error because of which the value could not be loaded. The shared value stays as it is.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Resumes without a value: a property that is being made gets its default, and ``Shared/load()`` changes nothing.
  public func resumeReturningInitialValue() { resume(with: .success(nil)) }

  /// Resumes with a result: a value, `nil` if there is none, or an error.
  public func resume(with result: Result<Value?, any Error>) { resumption.resume(with: result) }
}
