import Dependencies
import Store

extension TestStore where State: Equatable {
  /// Receives an action from an effect and asserts how it changed the state.
  ///
  /// It fails if the next action that effects sent is another one, or if there is none and none can come. It waits only for effects
  /// that wait for the outside.
  ///
  /// - Parameters:
  ///   - expected: The action.
  ///   - timeout: How long to wait for effects that wait for the outside.
  ///   - update: Changes the state as the action is expected to. Leave it out if nothing changes.
  public func receive(
    _ expected: Action,
    timeout: Duration = TestStoreTimeout.standard,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      Expectation(description: "the action\n\n\(indentedDump(expected))", isMet: { $0 == expected }) { actual in
        let difference = valueDiff(expected, actual) ?? "The actions are not equal, but look the same."
        return "Received unexpected action: …\n\n\(difference)\n\n(Expected: -, Received: +)"
      },
      timeout: timeout,
      assert: update,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Receives an action that a closure recognizes, and asserts how it changed the state.
  public func receive(
    _ isMatching: @escaping (_ action: Action) -> Bool,
    timeout: Duration = TestStoreTimeout.standard,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
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
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout: Duration = TestStoreTimeout.standard,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let path = AnyCasePath(actionCase)
    await receive(
      Expectation(description: "an action of the case \(actionCase)") { path.extract(from: $0) != nil },
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
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    timeout: Duration = TestStoreTimeout.standard,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let path = AnyCasePath(actionCase)
    await receive(
      Expectation(
        description: "an action of the case \(actionCase) with the payload\n\n\(indentedDump(value))",
        isMet: { path.extract(from: $0) == value },
        mismatch: { actual in
          guard let payload = path.extract(from: actual) else { return nil }
          let difference = valueDiff(value, payload) ?? "The payloads are not equal, but look the same."
          return "Received the case \(actionCase) with an unexpected payload: …\n\n\(difference)\n\n(Expected: -, Received: +)"
        }
      ),
      timeout: timeout,
      assert: update,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  private struct Expectation {
    /// What is expected, as the end of a sentence.
    let description: String
    let isMet: (Action) -> Bool
    /// Says how an action differs, if there is more to say than that it does.
    let mismatch: (Action) -> String?

    init(description: String, isMet: @escaping (Action) -> Bool, mismatch: @escaping (Action) -> String? = { _ in nil }) {
      self.description = description
      self.isMet = isMet
      self.mismatch = mismatch
    }
  }

  private func receive(
    _ expectation: Expectation,
    timeout: Duration,
    assert update: ((inout State) throws -> Void)?,
    at location: IssueLocation
  ) async {
    let hasArrived = await waitUntil(timeout) { ledger in
      exhaustivity == .on ? !ledger.received.isEmpty : ledger.received.contains { expectation.isMet($0.action) }
    }
    guard hasArrived else { return reportNothingReceived(expectation, timeout: timeout, at: location) }

    if exhaustivity == .on {
      guard let received = withLedger({ $0.popReceived() }) else { return }
      guard expectation.isMet(received.action) else {
        reportUnexpected(received, expectation, at: location)
        state = received.state
        return
      }
      take(received, assert: update, at: location)
    } else {
      guard let (skipped, match) = withLedger({ $0.popReceived(through: expectation.isMet) }) else { return }
      if !skipped.isEmpty {
        fail("\(count(skipped.count, "received action")) skipped:\n\n\(list(skipped))", at: location)
        state = skipped.last?.state ?? state
      }
      take(match, assert: update, at: location)
    }
  }

  private func take(
    _ received: TestLedger<State, Action>.ReceivedAction,
    assert update: ((inout State) throws -> Void)?,
    at location: IssueLocation
  ) {
    let before = state
    state = received.state
    expectState(received.state, from: before, updated: update, at: location)
  }

  private func reportUnexpected(
    _ received: TestLedger<State, Action>.ReceivedAction,
    _ expectation: Expectation,
    at location: IssueLocation
  ) {
    let following = ledger.received
    let comesLater = following.firstIndex { expectation.isMet($0.action) }
    var message =
      expectation.mismatch(received.action)
      ?? "Expected to receive \(expectation.description)\n\nbut received\n\n\(indentedDump(received.action))"
    if let comesLater {
      message += """


        The expected action was received too, \(comesLater == 0 ? "right after this one" : "\(comesLater + 1) actions later"). \
        Actions are received in the order in which effects send them: receive the others first.
        """
    } else if !following.isEmpty {
      message += "\n\nThese were received after it:\n\n\(list(following))"
    }
    reportIssue(message, at: location)
  }

  private func reportNothingReceived(_ expectation: Expectation, timeout: Duration, at location: IssueLocation) {
    let snapshot = ledger
    var message = "Expected to receive \(expectation.description)\n\nbut received "
    if snapshot.received.isEmpty {
      message += "nothing"
    } else {
      message += "only\n\n\(list(snapshot.received))\n\n"
    }
    if snapshot.inFlight.isEmpty {
      message += ", and no effect is running that could send it."
    } else if suspensions.someEffectWaitsForOutside {
      message += " within \(timeout). These effects are running:\n\n\(list(snapshot.inFlight))"
    } else {
      message += """
        , and nothing will come until the test goes on. These effects are running:

        \(list(snapshot.inFlight))

        Advance the clock that an effect sleeps on before receiving what it sends.
        """
    }
    reportIssue(message, at: location)
  }
}

extension TestStore {
  /// Runs all that can run, and waits for the outside as long as there is somebody who waits for it.
  /// - Returns: Whether the condition is met.
  func waitUntil(_ timeout: Duration, _ condition: (TestLedger<State, Action>) -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + timeout
    executor.runReadyJobs()
    while !condition(ledger) {
      guard suspensions.someEffectWaitsForOutside, await executor.waitForJob(until: deadline) else { return false }
      executor.runReadyJobs()
    }
    return true
  }

  /// Waits until all effects have finished.
  ///
  /// Effects that wait for something that the test controls, such as a `TestClock`, are reported at once; those that wait for the
  /// outside after `timeout`.
  public func finish(
    timeout: Duration = TestStoreTimeout.standard,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    guard await !waitUntil(timeout, { $0.inFlight.isEmpty }) else { return }
    let running = ledger.inFlight
    let why =
      suspensions.someEffectWaitsForOutside
      ? "after waiting for \(timeout)" : "and will not finish until the test goes on"
    reportIssue(
      """
      Expected effects to finish, but \(count(running.count, "effect")) still running, \(why):

      \(list(running))

      Advance the clock that an effect sleeps on, send the action that cancels it, or cancel the task that "store.send" \
      returned.
      """,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
