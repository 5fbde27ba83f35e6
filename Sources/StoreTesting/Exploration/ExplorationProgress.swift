import Dependencies
import DeterministicExecution
import Foundation

/// Says on standard error how far a long exploration is, and has Ctrl-C end it in an orderly way.
final class ExplorationProgress: Sendable {
  private let location: IssueLocation
  private let interval = ReportInterval()
  private let isWatched = Locked(false)

  init(at location: IssueLocation) {
    self.location = location
  }

  func note(_ report: ExplorationReport) {
    guard interval.isOver() else { return }
    let isFirst = isWatched.withLock { isWatched in
      defer { isWatched = true }
      return !isWatched
    }
    if isFirst { ExplorationInterruption.begin() }
    try? FileHandle.standardError.write(contentsOf: Data("\(location): \(report.progress)\n".utf8))
  }

  /// Called when it was said what was covered.
  func end() {
    if isWatched.withLock({ $0 }) { ExplorationInterruption.end() }
  }
}
