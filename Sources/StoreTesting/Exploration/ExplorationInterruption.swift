import Dependencies
import Foundation

/// Ctrl-C while explorations run: they end and say what was covered, and then the process ends as it would have. A second
/// one ends it at once.
enum ExplorationInterruption {
  private struct State {
    var watchers = 0
    var interruption: Interruption?
    var isInterrupted = false
  }

  private static let state = Locked(State())

  static var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// An exploration has gone on for long enough to be interrupted.
  static func begin() {
    state.withLock { state in
      state.watchers += 1
      guard state.watchers == 1 else { return }
      state.interruption = Interruption { Self.state.withLock { $0.isInterrupted = true } }
    }
  }

  /// An exploration has said what it covered.
  static func end() {
    let isOver = state.withLock { state in
      state.watchers -= 1
      guard state.watchers == 0 else { return false }
      // Ctrl-C does again what it did before.
      state.interruption = nil
      return state.isInterrupted
    }
    if isOver { SignalDisposition(of: SIGINT).obey() }
  }
}
