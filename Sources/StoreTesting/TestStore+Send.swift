import Dependencies
import Store

extension TestStore {
  /// Sends an action and asserts how it changes the state.
  ///
  /// ```swift
  /// await store.send(.incrementButtonTapped) {
  ///   $0.count = 1
  /// }
  /// ```
  ///
  /// When it returns, everything that can run because of the action has run, on the main actor too. Actions that its
  /// effects sent wait to be received; sending another action before that reports an issue.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - update: Changes the state in the same way as the action. Leave it out if the state does not change.
  /// - Returns: A handle for the effects of the action.
  @discardableResult
  public func send(
    _ action: Action,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard begin(at: location) else { return TestStoreTask() }
    skipUnreceived(at: location)
    guard !isDismissed else {
      reportIssue(
        """
        Can't send an action: the feature has dismissed itself. The action was not sent.

          Action:
        \(indentedDump(action))

        Where the feature is presented its state is gone by now, and nobody can send it anything. End the test here, or \
        make the feature not dismiss itself in this case.
        """,
        at: location,
        article: .testing
      )
      return TestStoreTask()
    }
    guard let task = perform({ [sendToStore] in sendToStore($0, action) }),
      let (after, changes) = withLedger({ $0.afterSend.take() })
    else {
      return TestStoreTask()
    }
    await settle()
    expectState(after, changes, updated: update, at: location)
    return TestStoreTask(task, executor: executor, running: running, timeout: timeout)
  }

  /// Sends an action without payload, by its case, and asserts how it changes the state.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      AnyCasePath(action).embed(()),
      assert: update,
      fileID: fileID,
      file: filePath,
      line: line,
      column: column
    )
  }

  /// Sends an action, by its case and payload, and asserts how it changes the state.
  ///
  /// ```swift
  /// await store.send(\.rows[id: 3].textChanged, "Hello") {
  ///   $0.rows[id: 3]?.text = "Hello"
  /// }
  /// ```
  @_disfavoredOverload
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      AnyCasePath(action).embed(value),
      assert: update,
      fileID: fileID,
      file: filePath,
      line: line,
      column: column
    )
  }

  /// Removes the actions that the test has not received, so that later calls do not report them again.
  private func skipUnreceived(at location: IssueLocation) {
    let received = withLedger { $0.skipReceived() }
    guard let last = received.last else { return }
    fail(
      """
      Must handle \(received.counted("received")) before sending an action.

      \(list(received))
      """,
      at: location
    )
    state = last.state
  }
}
