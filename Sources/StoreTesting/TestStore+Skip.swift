import Dependencies
import Store

extension TestStore {
  /// Skips the actions that effects have sent, as if the test had received them and asserted the state after them.
  ///
  /// - Parameter strict: Whether to report an issue if there are none.
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
      show("\(skipped.counted("received")) skipped.\n\n\(list(skipped))", at: location)
    } else if strict {
      reportIssue("There were no received actions to skip.", at: location, article: .testing)
    }
  }

  /// Lets running effects continue without requiring that they finish before the end of the test, which cancels them.
  ///
  /// The actions that they send must still be received. To end them earlier, send the action that cancels them.
  ///
  /// - Parameter strict: Whether to report an issue if there are none.
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

  /// Prints what was skipped on purpose, unless the exhaustivity is ``Exhaustivity/off``.
  private func show(_ message: String, at location: IssueLocation) {
    if exhaustivity != .off { SkippedAssertion.show(message, at: location) }
  }
}

/// Prints the assertions that a test left out.
enum SkippedAssertion {
  /// Receives the messages in place of standard output.
  @TaskLocal static var receiver: (@Sendable (String) -> Void)?

  static func show(_ message: String, at location: IssueLocation) {
    let text = "\(location): Skipped assertions.\n\n\(indented(message))\n"
    if let receiver { receiver(text) } else { print(text) }
  }
}
