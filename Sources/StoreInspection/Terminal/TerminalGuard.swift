import Foundation

/// Restores the terminal when it is released, or when a signal ends the process.
final class TerminalGuard {
  private var settings: termios

  /// Returns `nil` if the standard input is not a terminal.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    self.settings = settings
    TerminalRescue.prepare(input: STDIN_FILENO, output: STDOUT_FILENO, settings, farewell: "")
  }

  deinit {
    // Does not wait for pending output, which a closed terminal would never write.
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    TerminalRescue.end()
  }
}
