extension Task where Failure == Never {
  /// The result of the task, which is cancelled with whoever waits for it.
  ///
  /// ```swift
  /// let upload = Task { await client.upload() }
  /// let size = await upload.cancellableValue
  /// ```
  ///
  /// `value` waits too, but lets the task go on when the waiting one is cancelled.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == any Error {
  /// The result of the task, which is cancelled with whoever waits for it. Throws the error of the task.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}
