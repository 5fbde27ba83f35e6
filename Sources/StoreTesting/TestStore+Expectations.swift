import Dependencies
import Store

extension TestStore where State: Equatable {
  /// Checks that the state has become what the test expects.
  ///
  /// - Parameters:
  ///   - update: Turns the state before the action into the expected one.
  ///   - actual: The state after the action.
  func expectState(
    _ actual: State,
    from before: State,
    updated update: ((inout State) throws -> Void)?,
    at location: IssueLocation
  ) {
    do {
      if exhaustivity == .on {
        try expectExactState(actual, from: before, updated: update, at: location)
      } else {
        try expectAssertedState(actual, from: before, updated: update, at: location)
      }
    } catch {
      reportIssue("The closure that asserts the state threw an error: \(error)", at: location)
    }
  }

  private func expectExactState(
    _ actual: State,
    from before: State,
    updated update: ((inout State) throws -> Void)?,
    at location: IssueLocation
  ) throws {
    var expected = before
    try update?(&expected)
    if expected != actual {
      let what =
        update == nil
        ? "State was not expected to change, but a change occurred"
        : "A state change does not match expectation"
      reportIssue("\(what): …\n\n\(difference(expected, actual))", at: location)
    } else if update != nil, expected == before {
      reportIssue(
        """
        Expected state to change, but no change occurred.

        The trailing closure made no observable modifications to state. If no change to state is expected, omit the \
        trailing closure.
        """,
        at: location
      )
    }
  }

  private func expectAssertedState(
    _ actual: State,
    from before: State,
    updated update: ((inout State) throws -> Void)?,
    at location: IssueLocation
  ) throws {
    // What the closure says has to be so already, whatever else has changed.
    var expected = actual
    try update?(&expected)
    if expected != actual {
      reportIssue("A state change does not match expectation: …\n\n\(difference(expected, actual))", at: location)
    } else if exhaustivity == .off(showSkippedAssertions: true) {
      var asserted = before
      try update?(&asserted)
      if asserted != actual {
        fail("A state change was not asserted: …\n\n\(difference(asserted, actual))", at: location)
      }
    }
  }

  private func difference(_ expected: State, _ actual: State) -> String {
    let difference = valueDiff(expected, actual).map(indented)
    return (difference ?? "    The values are not equal, but look the same:\n\(indentedDump(actual))")
      + "\n\n(Expected: -, Actual: +)"
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
  }

  /// Asserts the state as it is now, between actions.
  ///
  /// ```swift
  /// store.assert { $0.count = 3 }
  /// ```
  ///
  /// The closure makes its changes to the state that the test has asserted so far; they must not change anything.
  public func assert(
    _ update: (inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    do {
      var expected = state
      try update(&expected)
      guard expected != state else { return }
      reportIssue("State does not match expectation: …\n\n\(difference(expected, state))", at: location)
    } catch {
      reportIssue("The closure that asserts the state threw an error: \(error)", at: location)
    }
  }
}
