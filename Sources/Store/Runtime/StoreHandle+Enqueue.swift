import Dependencies

extension StoreHandle {
  /// Sends an action without waiting for it, from code that can't wait: a callback, a `deinit`.
  ///
  /// ```swift
  /// let handle = store.handle
  /// socket.onMessage = { message in
  ///   handle.enqueue(.received(message))
  /// }
  /// ```
  ///
  /// Actions arrive in the order in which they were enqueued, also when they are enqueued through different handles of
  /// the store and of stores scoped from it, and before actions that the same code sends with ``send(_:)`` afterwards.
  /// (A `Task { await handle.send(...) }` for each message would not keep their order.) No action is lost unless the
  /// store is released or invalidated first.
  ///
  /// The reducer sees the dependencies that the caller overrides with `withDependencies`, as it does with ``send(_:)``,
  /// but no other task-local value. Any number of actions can wait; to slow a sender down to the speed of the store,
  /// use `await` ``send(_:)``.
  public func enqueue(
    _ action: sending Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    enqueue(action, at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func enqueue(_ action: sending Action, at location: IssueLocation) {
    // Sound because `action` is `sending`, and the closure that passes it on to the store's actor runs at most once.
    nonisolated(unsafe) let action = action
    post { handle, isolation in _ = handle.deliver(action, at: location, isolation: isolation) }
  }

  /// Ends the store for good, after the actions that were enqueued before. See ``Store/invalidate()``.
  ///
  /// It can be called from anywhere, for example from a `deinit`, and does not wait.
  public func invalidate(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    post { handle, isolation in handle.invalidate(isolation: isolation, at: location) }
  }

  private func post(_ deliver: @escaping @Sendable (StoreHandle, isolated any Actor) -> Void) {
    guard !storeIsolation.isGone else { return }
    storeIsolation.settle()
    mailbox.post(
      Mailbox.Delivery(deliver: { [self] isolation in deliver(self, isolation) }, dependencies: .current),
      to: storeIsolation
    )
  }
}
