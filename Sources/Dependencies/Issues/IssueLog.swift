/// Prints issues, each message once for each place, so that a mistake in a loop does not bury everything else.
///
/// Messages that differ each time, as by an id, would be remembered for as long as a server runs. So beyond a number of
/// them it begins anew.
final class IssueLog: Sendable {
  static let capacity = 1_000

  private let printed = Locked<Set<String>>([])
  private let write: @Sendable (String) -> Void

  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  func print(_ issue: ReportedIssue) {
    let text = "\(issue.filePath):\(issue.line):\(issue.column): issue: \(issue.message)\n"
    let isNew = printed.withLock { printed in
      guard !printed.contains(text) else { return false }
      if printed.count == Self.capacity { printed = [] }
      printed.insert(text)
      return true
    }
    if isNew { write(text) }
  }
}
