import Dependencies
import Foundation
import StoreExploration

/// Prints the progress of a long exploration to standard error, and has Ctrl-C end the exploration with a report.
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

  /// Called after the report of the exploration.
  func end() {
    if isWatched.withLock({ $0 }) { ExplorationInterruption.end() }
  }
}
