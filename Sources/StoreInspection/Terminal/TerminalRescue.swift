import Dependencies
import Foundation

/// Restores the terminal when a signal ends the process, for example in a crash. A signal handler can't capture values,
/// so its values are static.
enum TerminalRescue {
  private struct Terminal {
    var input: Int32
    var output: Int32
    var settings: termios
    /// The text that is written to the terminal, and its number of bytes.
    var farewell: UnsafeMutablePointer<CChar>
    var count: Int
  }

  // The handlers read these values on any thread. So the values are only written while no handler is installed. One
  // value is enough, because a process has one terminal, and one handler for each signal.
  nonisolated(unsafe) private static let terminal = UnsafeMutablePointer<Terminal>.allocate(capacity: 1)
  nonisolated(unsafe) private static let dispositions = SignalDisposition.all()
  nonisolated(unsafe) private static var handled: [Int32] = []

  /// Signals that do not end a process by default, and signals that can't be handled.
  private static let harmless = [SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH, SIGKILL]
  /// Signals for which the Swift runtime prints a backtrace, after the terminal was restored.
  private static let crashes = SignalDisposition.crashes + [SIGQUIT]

  /// Until ``end()`` is called, writes a text to the terminal and restores its settings before a signal ends the
  /// process.
  static func prepare(input: Int32, output: Int32, _ settings: termios, farewell: String) {
    guard handled.isEmpty, let text = strdup(farewell) else { return }
    terminal.initialize(
      to: Terminal(input: input, output: output, settings: settings, farewell: text, count: farewell.utf8.count)
    )
    for number in SignalDisposition.numbers where !harmless.contains(number) {
      let disposition = SignalDisposition(of: number)
      // An ignored signal ends nothing. A signal that other code handles is left to that code.
      guard disposition.isDefault || crashes.contains(number) && !disposition.isIgnored else { continue }
      handled.append(number)
      SignalHandler.install(for: number, replacing: dispositions) { number in
        // A handler may neither allocate memory nor take a lock.
        let terminal = TerminalRescue.terminal
        _ = write(terminal.pointee.output, terminal.pointee.farewell, terminal.pointee.count)
        tcsetattr(terminal.pointee.input, TCSANOW, &terminal.pointee.settings)
        TerminalRescue.dispositions[Int(number)].restore()
        raise(number)
      }
    }
  }

  static func end() {
    guard !handled.isEmpty else { return }
    for number in handled { dispositions[Int(number)].restore() }
    handled = []
    free(terminal.pointee.farewell)
  }
}
