import Dependencies
import Store

extension TestStore {
  /// Asserts the current state, between actions.
  ///
  /// ```swift
  /// store.assert { $0.count = 3 }
  /// ```
  ///
  /// The closure changes the state that the test has asserted so far. The result must equal the current state, so the
  /// closure may change only shared state that an effect has changed since.
  public func assert(
    _ update: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reportingErrors(at: location) {
      let step = sharedNow
      let actual = step.after.detached(state)
      let before = exhaustivity == .on ? step.before.detached(state) : actual
      state = actual
      let expected = try updated(before, step, update).state
      if !areEqual(expected, actual) { reportDifference(expected, actual, at: location) }
    }
  }

  /// Reports an issue if the state is not what the test expects, and makes it the asserted state.
  ///
  /// - Parameters:
  ///   - actual: The state after the action.
  ///   - changes: The changes of shared state that the feature has made.
  ///   - update: Turns the state before the action into the expected one.
  func expectState(
    _ actual: State,
    _ changes: SharedChangeTracker.Changes,
    updated update: ((inout State) throws -> Void)?,
    at location: IssueLocation
  ) {
    let step = SharedStep(changes, after: StateSnapshot.values(in: actual))
    state = step.before.detached(state)
    reportingErrors(at: location) {
      if exhaustivity == .on {
        try expectExactState(actual, step, updated: update, at: location)
      } else {
        try expectAssertedState(actual, step, updated: update, at: location)
      }
    }
    state = actual
  }

  private func expectExactState(
    _ actual: State,
    _ step: SharedStep,
    updated update: ((inout State) throws -> Void)?,
    at location: IssueLocation
  ) throws {
    guard let update else {
      guard !areEqual(state, actual) else { return }
      let what = "State was not expected to change, but a change occurred."
      return reportIssue("\(what)\n\n\(difference(state, actual, "Actual"))", at: location, article: .testing)
    }
    let (expected, setsShared) = try updated(state, step, update)
    if !areEqual(expected, actual) {
      reportDifference(expected, actual, at: location)
    } else if areEqual(actual, state), !(setsShared && step.hasChanges) {
      // Not with `expected`: the preliminary ids of a stack that the closure makes can equal both although these
      // differ.
      reportIssue(
        """
        Expected state to change, but no change occurred.

        The trailing closure made no observable modifications to state. If no change to state is expected, omit the \
        trailing closure.
        """,
        at: location,
        article: .testing
      )
    }
  }

  private func expectAssertedState(
    _ actual: State,
    _ step: SharedStep,
    updated update: ((inout State) throws -> Void)?,
    at location: IssueLocation
  ) throws {
    // The closure must not change the actual state, whatever the test has not asserted.
    let expected = try update.map { try updated(actual, step, $0).state } ?? actual
    guard areEqual(expected, actual) else { return reportDifference(expected, actual, at: location) }
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    var asserted = state
    // What the closure expects of the new state was checked the first time.
    if let update { withoutIssues { asserted = (try? updated(state, step, update).state) ?? state } }
    if !areEqual(asserted, actual) {
      fail("A state change was not asserted.\n\n\(difference(asserted, actual, "Actual"))", at: location)
    }
  }

  /// Returns the state that the closure makes of `state`, and whether it sets a shared value, even to the value that it
  /// had. The closure reads the dependencies that the reducer reads.
  private func updated(
    _ state: State,
    _ step: SharedStep,
    _ update: (inout State) throws -> Void
  ) rethrows -> (state: State, setsShared: Bool) {
    // The closure changes shared values in this snapshot only.
    let snapshot = step.snapshot(of: state)
    var state = snapshot.detached(state)
    try withDependencyValues(dependencies) { try snapshot.assert { try update(&state) } }
    // The closure may have put shared values into the state.
    snapshot.detach(&state)
    return (state, snapshot.isChanged)
  }

  private func reportDifference(_ expected: State, _ actual: State, at location: IssueLocation) {
    reportIssue(
      "A state change does not match expectation.\n\n\(difference(expected, actual, "Actual"))",
      at: location,
      article: .testing
    )
  }

  private func reportingErrors(at location: IssueLocation, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      if wasReported(error) { return }
      reportIssue("The closure that asserts the state threw an error: \(error)", at: location, article: .testing)
    }
  }
}
