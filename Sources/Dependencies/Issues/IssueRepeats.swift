/// Reports an issue once, and then how often it was reported, so that one in a loop does not bury all others.
package final class IssueRepeats: Sendable {
  @TaskLocal package static var current: IssueRepeats?

  private struct Issues {
    var all: [(issue: ReportedIssue, count: Int)] = []
    /// The positions in `all`, by place and message.
    var positions: [String: Int] = [:]
  }

  private let reported = Locked(Issues())

  package init() {}

  /// Returns whether the same message was reported at the same place since the issues were last counted.
  func contains(_ issue: ReportedIssue) -> Bool {
    reported.withLock { reported in
      let key = "\(issue.severity) \(issue.column) \(issue)"
      guard let position = reported.positions[key] else {
        reported.positions[key] = reported.all.count
        reported.all.append((issue, 1))
        return false
      }
      reported.all[position].count += 1
      return true
    }
  }

  /// Reports the count of each issue that occurred more than once, and starts counting again.
  package func reportCounts() {
    let repeated = reported.withLock { reported in
      defer { reported = Issues() }
      return reported.all.filter { $0.count > 1 }
    }
    for (issue, count) in repeated {
      report(
        ReportedIssue(
          message: "The following issue was reported \(count) times here. Only the first is shown above.\n\n"
            + issue.message,
          severity: issue.severity,
          location: issue.location
        )
      )
    }
  }
}
