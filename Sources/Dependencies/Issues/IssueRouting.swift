import Foundation
import Synchronization

/// Where issues go that nothing intercepts.
enum IssueRouting {
  /// What was printed: a set that only grows, so that the same issue is printed once.
  private static let printed = Mutex<Set<String>>([])

  static func record(_ issue: ReportedIssue) {
    printOnce(issue)
  }

  private static func printOnce(_ issue: ReportedIssue) {
    let text = "\(issue.location.filePath):\(issue.line):\(issue.column): issue: \(issue.message)\n"
    guard printed.withLock({ $0.insert(text).inserted }) else { return }
    FileHandle.standardError.write(Data(text.utf8))
  }
}
