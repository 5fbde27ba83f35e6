/// Prints issues, each message once for each place, so that a mistake in a loop does not bury everything else.
final class IssueLog: Sendable {
  private let printed = Locked<Set<String>>([])
  private let write: @Sendable (String) -> Void

  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  func print(_ issue: ReportedIssue) {
    let text = "\(issue.filePath):\(issue.line):\(issue.column): issue: \(issue.message)\n"
    if printed.withLock({ $0.insert(text).inserted }) { write(text) }
  }
}
