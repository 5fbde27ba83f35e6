import Dependencies
import Foundation

/// Says on standard error how far a long exploration is, and has Ctrl-C end it in an orderly way.
final class ExplorationProgress {
  /// How often, and how long an exploration has to take for it.
  private static var interval: Duration { .seconds(2) }

  private let location: IssueLocation
  private var next = ContinuousClock.now + interval
  private var isWatched = false

  init(at location: IssueLocation) {
    self.location = location
  }

  func note(_ report: ExplorationReport) {
    guard ContinuousClock.now >= next else { return }
    next = ContinuousClock.now + Self.interval
    if !isWatched {
      isWatched = true
      ExplorationInterruption.begin()
    }
    let text = """
      \(location): exploring - \(report.points) points, \(report.steps) steps run, stories of \(report.depth) steps.

      """
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// Called when it was said what was covered.
  func end() {
    if isWatched { ExplorationInterruption.end() }
  }
}
