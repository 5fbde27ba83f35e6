import Foundation

/// Leaves the terminal as it was found, also when a signal ends the process.
final class TerminalGuard {
  private let settings: termios
  private var watches: [SignalWatch] = []

  /// `nil` if the standard input is no terminal.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    self.settings = settings
    watches = [SIGTERM, SIGHUP, SIGQUIT].map { [settings] number in
      SignalWatch(number) {
        Self.restore(settings)
        signal(number, SIG_DFL)
        kill(getpid(), number)
      }
    }
  }

  deinit { Self.restore(settings) }

  private static func restore(_ settings: termios) {
    var settings = settings
    // At once: a terminal that has been closed would never have been written out.
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }
}
