import Dependencies
import Store

extension TestStore {
  /// Takes the actions that effects have sent as received, and the state as it is after them.
  ///
  /// - Parameter strict: Whether it is a failure if there are none.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    executor.runReadyJobs()
    let skipped = withLedger { $0.skipReceived() }
    state = skipped.last?.state ?? state
    if strict && skipped.isEmpty {
      reportIssue(
        "There were no received actions to skip.",
        at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
  }

  /// Cancels the effects that run, and does not mind that they did.
  ///
  /// - Parameter strict: Whether it is a failure if there are none.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    executor.runReadyJobs()
    let skipped = withLedger { $0.skipInFlight() }
    perform { $0.cancelAllEffects() }
    if strict && skipped.isEmpty {
      reportIssue(
        "There were no in-flight effects to skip.",
        at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
  }

  /// Runs a part of a test with another exhaustivity.
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    let previous = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = previous }
    return try await operation()
  }
}
