extension Task where Failure == Never {
  /// The result of the task. If the task that waits for it is cancelled, this task is cancelled too.
  ///
  /// ```swift
  /// let upload = Task { await client.upload() }
  /// let size = await upload.cancellableValue
  /// ```
  ///
  /// `value` waits as well, but does not cancel this task when the waiting task is cancelled.
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
  /// The result of the task. If the task that waits for it is cancelled, this task is cancelled too. Throws the error
  /// of the task.
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
