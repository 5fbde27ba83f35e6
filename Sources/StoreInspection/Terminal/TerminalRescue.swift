import Dependencies
import Foundation

/// Gives the terminal back when a signal ends the process, a crash for example. A signal handler can take nothing along,
/// so what it needs is here.
enum TerminalRescue {
  private struct Terminal {
    var input: Int32
    var output: Int32
    var settings: termios
    /// What is written to it, and how much.
    var farewell: UnsafeMutablePointer<CChar>
    var count: Int
  }

  // These are written before the handlers are installed and not after, until they are removed; the handlers, which read
  // them, run on whichever thread a signal reaches. A process has one terminal, and one handler for a signal.
  nonisolated(unsafe) private static let terminal = UnsafeMutablePointer<Terminal>.allocate(capacity: 1)
  nonisolated(unsafe) private static let dispositions = SignalDisposition.all()
  nonisolated(unsafe) private static var handled: [Int32] = []

  /// Those that do not end a process that says nothing about them, and those that can't be handled.
  private static let harmless = [SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH, SIGKILL]
  /// Those for which the Swift run time prints where the program was, once the terminal is given back.
  private static let crashes = SignalDisposition.crashes + [SIGQUIT]

  /// From now on, until ``end()``, writes a text to the terminal and sets it as it was before a signal ends the process.
  static func prepare(input: Int32, output: Int32, _ settings: termios, farewell: String) {
    guard handled.isEmpty, let text = strdup(farewell) else { return }
    terminal.initialize(
      to: Terminal(input: input, output: output, settings: settings, farewell: text, count: farewell.utf8.count)
    )
    for number in SignalDisposition.numbers where !harmless.contains(number) {
      let disposition = SignalDisposition(of: number)
      // What is ignored ends nothing, and who handles a signal knows what comes of it.
      guard disposition.isDefault || crashes.contains(number) && !disposition.isIgnored else { continue }
      dispositions[Int(number)] = disposition
      handled.append(number)
      signal(number) { number in
        // Nothing but what is allowed in a handler: no memory is allocated, no lock is taken.
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
