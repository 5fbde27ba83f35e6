import Dependencies
import Store

extension TestStore {
  /// Takes the actions that effects have sent as received, and the state as it is after them.
  ///
  /// - Parameter strict: Whether it is a failure if there are none.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard begin(at: location) else { return }
    let skipped = withLedger { $0.skipReceived() }
    if let last = skipped.last {
      state = last.state
      show("\(count(skipped.count, "received action")) skipped.\n\n\(list(skipped))", at: location)
    } else if strict {
      reportIssue("There were no received actions to skip.", at: location, article: .testing)
    }
  }

  /// Lets the effects that run go on, and does not mind if they still run at the end of the test, which cancels them.
  ///
  /// What they send is received like any other action. Send the action that cancels them if they are to end.
  ///
  /// - Parameter strict: Whether it is a failure if there are none.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard begin(at: location) else { return }
    let skipped = withLedger { $0.skipEffects() }
    if !skipped.isEmpty {
      show("\(count(skipped.count, "effect")) skipped.\n\n\(list(skipped))", at: location)
    } else if strict {
      reportIssue("There were no in-flight effects to skip.", at: location, article: .testing)
    }
  }

  /// What is skipped deliberately shows unless it was asked not to.
  private func show(_ message: String, at location: IssueLocation) {
    if exhaustivity != .off { SkippedAssertion.show(message, at: location) }
  }
}
