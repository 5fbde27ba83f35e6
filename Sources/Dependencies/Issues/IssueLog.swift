/// Prints each message once for each place, so that a mistake in a loop does not hide other output.
///
/// Messages that differ each time, for example by an id, would fill a server's memory. Therefore the log forgets all
/// messages when it has reached its capacity.
final class IssueLog: Sendable {
  static let capacity = 1_000

  private let printed = Locked<Set<String>>([])
  private let write: @Sendable (String) -> Void

  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  func print(_ issue: ReportedIssue) {
    let kind = issue.severity == .error ? "issue" : "warning"
    let text = "\(issue.fileID):\(issue.line):\(issue.column): \(kind): \(issue.message)\n"
    let isNew = printed.withLock { printed in
      guard !printed.contains(text) else { return false }
      if printed.count == Self.capacity { printed = [] }
      printed.insert(text)
      return true
    }
    if isNew { write(text) }
  }
}
