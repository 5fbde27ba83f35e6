import Dependencies
import Dispatch
import Foundation

/// Ctrl-C while explorations run: they end and say what was covered, and then the process ends as it would have.
enum ExplorationInterruption {
  private struct State {
    var watchers = 0
    var source: (any DispatchSourceSignal)?
    var isInterrupted = false
  }

  private static let state = Locked(State())

  static var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// An exploration has gone on for long enough to be interrupted.
  static func begin() {
    state.withLock { state in
      state.watchers += 1
      guard state.watchers == 1 else { return }
      signal(SIGINT, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
      source.setEventHandler { Self.state.withLock { $0.isInterrupted = true } }
      source.resume()
      state.source = source
    }
  }

  /// An exploration has said what it covered.
  static func end() {
    let isOver = state.withLock { state in
      state.watchers -= 1
      guard state.watchers == 0 else { return false }
      state.source?.cancel()
      state.source = nil
      signal(SIGINT, SIG_DFL)
      return state.isInterrupted
    }
    if isOver { raise(SIGINT) }
  }
}
