import Dependencies
import Foundation
import Synchronization

/// Deletes the temporary files of ``OutputFile`` before a signal ends the process.
///
/// A signal handler may not allocate memory or take a lock, so the paths are in memory that is never freed.
enum TemporaryFileRescue {
  private struct Place: ~Copyable {
    let isUsed = Atomic(false)
    let path = UnsafeMutablePointer<CChar>.allocate(capacity: Int(PATH_MAX))
  }

  private struct State {
    var free = Array(0..<TemporaryFileRescue.capacity)
    /// The handlers that this type has installed; empty while no file is being written.
    var handlers: [SignalDisposition] = []
  }

  /// The maximum number of files that are deleted. Programs seldom write as many at a time. Further files are left
  /// behind.
  private static let capacity = 16
  /// The signals that end a process by default: those that a person or another program sends, and those of crashes.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT] + SignalDisposition.crashes

  // These are written before the handlers are installed, and the memory is never freed. The handlers read them on any
  // thread. A path is written only while its place is not used.
  nonisolated(unsafe) private static let places: UnsafeMutablePointer<Place> = {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: capacity)
    for index in 0..<capacity { (places + index).initialize(to: Place()) }
    return places
  }()
  nonisolated(unsafe) private static let dispositions = SignalDisposition.all()
  private static let hasHandledSignal = Atomic(false)
  private static let state = Locked(State())

  /// Has signals that end the process delete a file, until ``end(_:)``.
  ///
  /// - Returns: The number to pass to ``end(_:)``, or `nil` if the path is too long or too many files are being
  ///   written.
  static func begin(_ path: String) -> Int? {
    guard path.utf8.count < Int(PATH_MAX) else { return nil }
    SignalHandler.prepareThread()
    return state.withLock { state in
      guard let index = state.free.popLast() else { return nil }
      _ = strcpy(places[index].path, path)
      places[index].isUsed.store(true, ordering: .releasing)
      if state.handlers.isEmpty { state.handlers = install() }
      return index
    }
  }

  static func end(_ index: Int) {
    state.withLock { state in
      places[index].isUsed.store(false, ordering: .releasing)
      state.free.append(index)
      guard state.free.count == capacity else { return }
      for handler in state.handlers where handler.isInForce { dispositions[Int(handler.number)].restore() }
      state.handlers = []
    }
  }

  /// Installs the handlers, and returns those that were installed.
  private static func install() -> [SignalDisposition] {
    _ = places
    var handlers: [SignalDisposition] = []
    for number in signals {
      // A signal that is ignored, as with `nohup`, does not end the process.
      guard !SignalDisposition(of: number).isIgnored else { continue }
      SignalHandler.install(for: number, replacing: dispositions) { number in
        for index in 0..<TemporaryFileRescue.capacity
        where TemporaryFileRescue.places[index].isUsed.load(ordering: .acquiring) {
          unlink(TemporaryFileRescue.places[index].path)
        }
        // A handler that was installed later may restore this one again. So that the process ends even then, the second
        // signal gets the default action.
        if TemporaryFileRescue.hasHandledSignal.exchange(true, ordering: .relaxed) {
          signal(number, SIG_DFL)
        } else {
          TemporaryFileRescue.dispositions[Int(number)].restore()
        }
        raise(number)
      }
      handlers.append(SignalDisposition(of: number))
    }
    return handlers
  }
}
