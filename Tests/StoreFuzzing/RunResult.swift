import Dependencies

package struct RunResult: Sendable {
  package let seed: UInt64
  package let plan: String
  package let actionCount: Int
  package let failures: [String]
  package var log: [String] = []
}

extension RunRecord {
  /// Prefixes of the issues that the framework reports about what the runs do. Any other issue is a failure.
  private static let expectedIssues = [
    "A scoped store got an action when its state was gone.",
    "\"dismiss\" was called by a feature that is not presented.",
    "\"forEach\" at ",
    "\"ifCaseLet\" at ",
    "\"ifLet\" at ",
  ]

  func result(_ seed: UInt64, _ plan: String, log: [String] = []) -> RunResult {
    judge()
    return RunResult(seed: seed, plan: plan, actionCount: reducedCount, failures: failures, log: log)
  }

  private func judge() {
    var reported: Set<Int> = []
    for issue in interceptor.finish() {
      if !Self.expectedIssues.contains(where: { issue.message.hasPrefix($0) }) {
        fail("The framework reported an issue: \(issue.message)")
      }
      for match in issue.message.matches(of: #/serial: (\d+)/#) { Int(match.1).map { _ = reported.insert($0) } }
    }
    settleDebts(reported.contains)
  }

  func checkQuiet(_ when: String) {
    if waits.current > 0 { fail("\(waits.current) of those who wait for effects still wait \(when).") }
    let operations = operations.all.count
    if operations > 0 { fail("\(operations) operations of effects go on \(when).") }
  }

  func checkGone() {
    if loops.current > 0 { fail("\(loops.current) loops over the states of a store go on after it was released.") }
    if stores.current > 0 { fail("\(stores.current) stores are in memory after they were released.") }
    if tokens.current > 0 { fail("\(tokens.current) tokens are in memory after the stores were released.") }
  }
}
