import Dependencies
import Foundation

/// Says on standard error how far a long exploration is, and has Ctrl-C end it in an orderly way.
final class ExplorationProgress: Sendable {
  private struct State {
    var next = ContinuousClock.now + ExplorationProgress.interval
    var isWatched = false
  }

  /// How often, and how long an exploration has to take for it.
  private static var interval: Duration { .seconds(2) }

  private let location: IssueLocation
  private let state = Locked(State())

  init(at location: IssueLocation) {
    self.location = location
  }

  func note(_ report: ExplorationReport) {
    let (isDue, isFirst) = state.withLock { state in
      guard ContinuousClock.now >= state.next else { return (false, false) }
      state.next = ContinuousClock.now + Self.interval
      defer { state.isWatched = true }
      return (true, !state.isWatched)
    }
    guard isDue else { return }
    if isFirst { ExplorationInterruption.begin() }
    FileHandle.standardError.write(Data("\(location): \(report.progress)\n".utf8))
  }

  /// Called when it was said what was covered.
  func end() {
    if state.withLock({ $0.isWatched }) { ExplorationInterruption.end() }
  }
}
