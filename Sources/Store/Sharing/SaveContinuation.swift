import Dependencies

/// Receives the result when a key has saved a value.
///
/// Resume it exactly once. A second call is reported and has no effect. If it is released without a call, that is
/// reported too, and the value counts as saved.
public struct SaveContinuation: Sendable {
  private let resumption: Resumption<Void>

  /// Makes a continuation.
  ///
  /// - Parameters:
  ///   - description: Describes what is saved, for the issue that is reported for wrong use.
  ///   - callback: Receives the result.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    resumption = Resumption(ifLost: .success(()), of: description, callback)
  }

  /// Resumes when the value was saved.
  public func resume() { resume(with: .success(())) }

  /// Resumes with the error because of which the value could not be saved. The shared value stays as it is.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Resumes with a result.
  public func resume(with result: Result<Void, any Error>) { resumption.resume(with: result) }
}

/// Calls a function exactly once.
final class Resumption<Value>: Sendable {
  private let callback: Locked<(@Sendable (Result<Value, any Error>) -> Void)?>
  private let lost: @Sendable () -> Result<Value, any Error>
  private let description: @Sendable () -> String

  init(
    ifLost lost: @autoclosure @escaping @Sendable () -> Result<Value, any Error>,
    of description: @escaping @Sendable () -> String,
    _ callback: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    self.callback = Locked(callback)
    self.lost = lost
    self.description = description
  }

  private var subject: String {
    let description = description()
    return description.isEmpty ? "A shared key" : "'\(description)'"
  }

  func resume(with result: Result<Value, any Error>) {
    guard let callback = callback.withLock({ $0.take() }) else {
      return reportIssue(
        """
        \(subject) resumed its continuation more than once. Only the first time counts.

        Changes that come later, by themselves, are given to the subscriber of "subscribe".
        """,
        at: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
        article: .sharedState
      )
    }
    callback(result)
  }

  deinit {
    guard let callback = callback.withLock({ $0.take() }) else { return }
    reportIssue(
      """
      \(subject) dropped its continuation without resuming it. Those who wait for it go on as if there was nothing.

      Call "resume" on every way out of "load" and "save", errors included.
      """,
      at: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
      article: .sharedState
    )
    callback(lost())
  }
}
