import Foundation

/// Leaves the terminal as it was found, also when a signal ends the process.
final class TerminalGuard {
  private var settings: termios

  /// `nil` if the standard input is no terminal.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    self.settings = settings
    TerminalRescue.prepare(input: STDIN_FILENO, output: STDOUT_FILENO, settings, farewell: "")
  }

  deinit {
    // At once: a terminal that has been closed would never have been written out.
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    TerminalRescue.end()
  }
}
