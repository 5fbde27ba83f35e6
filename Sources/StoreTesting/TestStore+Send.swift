import Dependencies
import Store

extension TestStore where State: Equatable {
  /// Sends an action and asserts how it changes the state.
  ///
  /// ```swift
  /// await store.send(.incrementButtonTapped) {
  ///   $0.count = 1
  /// }
  /// ```
  ///
  /// When it returns, everything that the action has set going and that can run has run. Actions that its effects have sent
  /// wait to be received.
  ///
  /// - Parameters:
  ///   - action: The action, as if the user had sent it.
  ///   - update: Changes the state as the action is expected to. Leave it out if nothing changes.
  /// - Returns: What the action has set going.
  @discardableResult
  public func send(
    _ action: Action,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    executor.runReadyJobs()
    let waiting = ledger.received
    if !waiting.isEmpty {
      fail(
        """
        Must handle \(count(waiting.count, "received action")) before sending an action:

        \(list(waiting))
        """,
        at: location
      )
      if exhaustivity != .on {
        withLedger { state = $0.skipReceived().last?.state ?? state }
      }
    }
    let before = state
    let task = perform { $0.send(action) } ?? StoreTask()
    if let after = withLedger({ $0.takeStateAfterSend() }) {
      expectState(after, from: before, updated: update, at: location)
      state = after
    }
    return TestStoreTask(task, executor: executor, suspensions: suspensions)
  }

  /// Sends an action without payload, by its case, and asserts how it changes the state.
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      AnyCasePath(action).embed(()),
      assert: update,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Sends an action, by its case and payload, and asserts how it changes the state.
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      AnyCasePath(action).embed(value),
      assert: update,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
