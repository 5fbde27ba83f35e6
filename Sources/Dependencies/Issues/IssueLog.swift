/// Prints each message once for each place, so that a mistake in a loop does not hide other output.
final class IssueLog: Sendable {
  static let capacity = 1_000

  private let printed = KnownIssues(capacity: capacity)
  private let write: @Sendable (String) -> Void

  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  func print(_ issue: ReportedIssue) {
    let kind = issue.severity == .error ? "issue" : "warning"
    let text = "\(issue.fileID):\(issue.line):\(issue.column): \(kind): \(issue.message)\n"
    if printed.insert(text) { write(text) }
  }
}
