import Dependencies

extension StoreHandle {
  /// Sends an action without waiting for it, from code that can't: a callback, a `deinit`.
  ///
  /// ```swift
  /// let handle = store.handle
  /// socket.onMessage = { message in
  ///   handle.enqueue(.received(message))
  /// }
  /// ```
  ///
  /// Actions arrive in the order in which they were enqueued, through whatever handles of the store and of stores that were
  /// scoped from it, and before what the same code sends with ``send(_:)`` afterwards. (A `Task { await handle.send(...) }`
  /// for each message would not keep their order.) None is lost unless the store goes away, or is invalidated, first.
  ///
  /// The reducer sees what the caller overrides with `withDependencies`, as it does with ``send(_:)``, but no other
  /// task-local value. There is no limit to how many actions wait; a sender that has to be slowed down uses
  /// `await` ``send(_:)``.
  public func enqueue(
    _ action: sending Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    // Sound because `action` is `sending`, and the closure that passes it on to the store's actor runs at most once.
    nonisolated(unsafe) let action = action
    post { handle, isolation in _ = handle.deliver(action, at: location, isolation: isolation) }
  }

  /// Ends the store for good, after what was enqueued before. See ``Store/invalidate()``.
  ///
  /// It can be called from anywhere, a `deinit` for example, and does not wait.
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
    guard storeIsolation.actor != nil else { return }
    mailbox.post(
      Mailbox.Delivery(deliver: { [self] isolation in deliver(self, isolation) }, dependencies: .current),
      to: storeIsolation
    )
  }
}
