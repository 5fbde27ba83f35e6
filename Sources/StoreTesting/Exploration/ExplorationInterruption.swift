import Dependencies
import Foundation

/// Handles Ctrl-C while explorations run. At the first Ctrl-C the explorations end and report what they covered; then
/// SIGINT takes its usual action. A second Ctrl-C takes this action at once.
enum ExplorationInterruption {
  private struct State {
    var watchers = 0
    var interruption: Interruption?
    var isInterrupted = false
  }

  private static let state = Locked(State())

  static var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Called when an exploration has taken so long that the user may want to interrupt it.
  static func begin() {
    state.withLock { state in
      state.watchers += 1
      guard state.watchers == 1 else { return }
      state.interruption = Interruption { Self.state.withLock { $0.isInterrupted = true } }
    }
  }

  /// Called when an exploration that called `begin` has reported what it covered.
  static func end() {
    let isOver = state.withLock { state in
      state.watchers -= 1
      guard state.watchers == 0 else { return false }
      // SIGINT has its previous action again.
      state.interruption = nil
      // The program may continue after the signal, and explore again.
      defer { state.isInterrupted = false }
      return state.isInterrupted
    }
    if isOver { SignalDisposition(of: SIGINT).obey() }
  }
}
