import Foundation

/// Restores a terminal when it is released, or when a signal ends the process.
final class TerminalGuard {
  private let input: Int32
  private let output: Int32
  private var settings: termios
  private let farewell: String

  /// - Parameter farewell: The text that is written to the terminal before its settings are restored.
  init(input: Int32, output: Int32, _ settings: termios, farewell: String) {
    self.input = input
    self.output = output
    self.settings = settings
    self.farewell = farewell
    TerminalRescue.prepare(input: input, output: output, settings, farewell: farewell)
  }

  /// Guards the terminal of the standard input and output. Returns `nil` if the standard input is not a terminal.
  convenience init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    self.init(input: STDIN_FILENO, output: STDOUT_FILENO, settings, farewell: "")
  }

  deinit {
    // Errors are ignored, because a terminal that was closed need not be restored.
    try? Descriptor.write(Array(farewell.utf8), to: output)
    // Does not wait for pending output, which a closed terminal would never write.
    tcsetattr(input, TCSANOW, &settings)
    TerminalRescue.end()
  }
}
