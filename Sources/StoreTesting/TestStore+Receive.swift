import Dependencies
import Store

extension TestStore {
  /// Receives an action from an effect and asserts how it changed the state.
  ///
  /// It reports an issue if the next action that effects sent is a different one, or if no effect can send one. It
  /// waits only for effects that wait for the outside.
  ///
  /// - Parameters:
  ///   - expected: The action.
  ///   - timeout: How long to wait for effects that wait for the outside; ``timeout`` by default. If it is given, the
  ///     test store also waits for effects of which one task waits for the outside and another for the test.
  ///   - update: Changes the state in the same way as the action. Leave it out if the state does not change.
  public func receive(
    _ expected: Action,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      Expectation(description: "the action\n\n\(indentedDump(expected))", isMet: { $0 == expected }) { actual in
        "Received unexpected action.\n\n\(difference(expected, actual, "Received"))"
      },
      timeout: timeout,
      assert: update,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Unavailable: receive an action that is not `Equatable` by its case, or by a closure.
  @available(*, unavailable, message: "Name the case: 'store.receive(\\.response)', or make it 'Equatable'.")
  public func receive(
    _ expected: Action,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {}

  /// Receives an action that a closure recognizes, and asserts how it changed the state.
  @_disfavoredOverload
  public func receive(
    _ isMatching: @escaping (_ action: Action) -> Bool,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      Expectation(description: "an action matching the predicate", isMet: isMatching),
      timeout: timeout,
      assert: update,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Receives an action of a case, whatever its payload, and asserts how it changed the state.
  ///
  /// ```swift
  /// await store.receive(\.response.success) {
  ///   $0.isLoading = false
  /// }
  /// ```
  @_disfavoredOverload
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let path = AnyCasePath(actionCase)
    await receive(
      Expectation(description: "an action of the case \(Self.name(actionCase))") { path.extract(from: $0) != nil },
      timeout: timeout,
      assert: update,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Receives an action of a case with a payload, and asserts how it changed the state.
  ///
  /// ```swift
  /// await store.receive(\.rows[id: 3].loaded, "Hello") {
  ///   $0.rows[id: 3]?.text = "Hello"
  /// }
  /// ```
  @_disfavoredOverload
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let path = AnyCasePath(actionCase)
    await receive(
      Expectation(
        description: "an action of the case \(Self.name(actionCase)) with the payload\n\n\(indentedDump(value))",
        isMet: { path.extract(from: $0) == value },
        mismatch: { actual in
          path.extract(from: actual).map { payload in
            """
            Received the case \(Self.name(actionCase)) with an unexpected payload.

            \(difference(value, payload, "Received"))
            """
          }
        }
      ),
      timeout: timeout,
      assert: update,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Receives a change of the state that an effect has made, and asserts how it changed the state.
  ///
  /// ```swift
  /// await store.receive(modify: "Tick") {
  ///   $0.count = 9
  /// }
  /// ```
  ///
  /// Changes are received in one order with the actions that effects send.
  ///
  /// - Parameters:
  ///   - name: The name that the effect has passed to `FeatureStore.modify(_:_:)`.
  ///   - timeout: As for actions.
  ///   - update: Changes the state in the same way. Leave it out if the state does not change.
  public func receive(
    modify name: String,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      Expectation(modification: name),
      timeout: timeout,
      assert: update,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  // MARK: Implementation

  private static func name(_ actionCase: PartialCaseKeyPath<Action>) -> String {
    actionCase.caseDescription ?? "\(actionCase)"
  }

  private struct Expectation {
    /// The expected step, as the end of a sentence.
    let description: String
    /// What an effect does to bring it about.
    let verb: String
    let isMet: (TestLedger<State, Action>.ReceivedStep) -> Bool
    /// Describes how a step differs; `nil` if the general description is enough.
    let mismatch: (TestLedger<State, Action>.ReceivedStep) -> String?

    /// Expects an action.
    init(
      description: String,
      isMet: @escaping (Action) -> Bool,
      mismatch: @escaping (Action) -> String? = { _ in nil }
    ) {
      self.description = description
      verb = "send"
      self.isMet = { if case .action(let action, _) = $0.content { isMet(action) } else { false } }
      self.mismatch = { if case .action(let action, _) = $0.content { mismatch(action) } else { nil } }
    }

    /// Expects a change of the state by an effect.
    init(modification expected: String) {
      description = "the modification \"\(expected)\""
      verb = "make"
      isMet = { if case .modification(let name, _) = $0.content { name == expected } else { false } }
      mismatch = { _ in nil }
    }
  }

  private func receive(
    _ expectation: Expectation,
    timeout: Duration?,
    assert update: ((inout State) throws -> Void)?,
    at location: IssueLocation
  ) async {
    guard begin(at: location) else { return }
    let end = await waitUntil(
      { ledger in
        exhaustivity == .on
          ? !ledger.received.isEmpty : ledger.received.firstPosition { expectation.isMet($0) } != nil
      },
      timeout: timeout
    )
    guard checkProgress() else { return }
    if let end {
      return reportNothingReceived(expectation, end, at: location)
    }
    await settle()

    if exhaustivity == .on {
      guard let received = withLedger({ $0.received.popFirst() }) else { return }
      if expectation.isMet(received) {
        expectState(received.state, received.changes, updated: update, at: location)
      } else {
        reportUnexpected(received, expectation, at: location)
        state = received.state
      }
    } else {
      guard let position = firstReceived(where: expectation.isMet),
        let (skipped, match) = withLedger({ $0.popReceived(through: position) })
      else { return }
      if let last = skipped.last {
        fail("\(skipped.counted("received")) skipped.\n\n\(list(skipped))", at: location)
        state = last.state
      }
      expectState(match.state, match.changes, updated: update, at: location)
    }
  }

  private func firstReceived(where isMet: (TestLedger<State, Action>.ReceivedStep) -> Bool) -> Int? {
    // `isMet` may send to this store, so search a copy of the ledger. The copy is released before the ledger is
    // changed, which then need not be copied.
    let ledger = ledger
    return ledger.received.firstPosition { isMet($0) }
  }

  private func reportUnexpected(
    _ received: TestLedger<State, Action>.ReceivedStep,
    _ expectation: Expectation,
    at location: IssueLocation
  ) {
    var message =
      expectation.mismatch(received)
      ?? "Expected to receive \(expectation.description)\n\nbut received\n\n\(received.description)"
    switch received.content {
    case .modification(_, let effect): message += "\n\nIt was made by effect \(effect.summaryWithEvent)."
    case .action(_, .effect(let effect)): message += "\n\nIt was sent by effect \(effect.summaryWithEvent)."
    case .action(_, .reducer(let cause?)): message += "\n\nThe reducer returned it for\n\n\(indentedDump(cause))"
    case .action(_, .reducer(nil)): message += "\n\nA reducer returned it when its feature began, changed or ended."
    case .action(_, .user): break
    }
    let following = ledger.received.elements
    if let position = following.firstIndex(where: { expectation.isMet($0) }) {
      let distance = position - following.startIndex
      message += """


        The expected action came too, \(distance == 0 ? "right after it" : "with \(count(distance, "other")) in between"). \
        Receive actions in the order in which effects sent them.
        """
    } else if !following.isEmpty {
      message += "\n\nAfter it came\n\n\(list(following))"
    }
    reportIssue(message, at: location, article: .testing)
  }

  private func reportNothingReceived(_ expectation: Expectation, _ end: WaitEnd, at location: IssueLocation) {
    let ledger = ledger
    var message = "Expected to receive \(expectation.description)\n\n"
    message +=
      ledger.received.isEmpty
      ? "but received nothing." : "but received only\n\n\(list(ledger.received.elements))"
    message += "\n\n\(whyNothingComes(expectation, ledger, end))"
    reportIssue(message, at: location, article: .testing)
  }

  private func whyNothingComes(
    _ expectation: Expectation,
    _ ledger: TestLedger<State, Action>,
    _ end: WaitEnd
  ) -> String {
    guard ledger.hasEffects else {
      return """
        No effect is running that could \(expectation.verb) it. If there was one, it has finished or was cancelled.
        """
    }
    let effects = list(ledger.effects)
    return switch end {
    case .nothingToWaitFor:
      """
      These effects are running, and will not go on until the test does something:

      \(effects)

      Advance the clock that an effect sleeps on before receiving what it sends.
      """
    case .timeout(let duration):
      """
      These effects are running, and were given \(duration.readable):

      \(effects)

      If one takes longer than that, receive with a longer "timeout".
      """
    case .cancellation:
      """
      These effects are running. The test was cancelled while it waited for them:

      \(effects)
      """
    }
  }
}
