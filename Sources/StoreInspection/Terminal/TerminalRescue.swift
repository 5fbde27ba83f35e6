import Foundation

/// Gives the terminal back when the process crashes. A signal handler can take nothing along, so what it needs is here.
enum TerminalRescue {
  /// Ends what ``TerminalDevice/enter()`` begins.
  static let farewell = "\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  private struct Terminal {
    var input: Int32 = -1
    var output: Int32 = -1
    var settings = termios()
  }

  // These are written before the handlers are installed and not after, until they are removed; the handlers, which read
  // them, run on a thread that has crashed. A process has one terminal, and one handler for a signal.
  nonisolated(unsafe) private static let terminal = UnsafeMutablePointer<Terminal>.allocate(capacity: 1)
  nonisolated(unsafe) private static let text: UnsafeMutableBufferPointer<UInt8> = {
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: farewell.utf8.count)
    _ = buffer.initialize(from: farewell.utf8)
    return buffer
  }()
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGQUIT]

  static func prepare(_ input: Int32, _ output: Int32, _ settings: termios) {
    terminal.initialize(to: Terminal(input: input, output: output, settings: settings))
    _ = text
    for number in crashes {
      signal(number) { number in
        // Nothing but what is allowed in a handler: no memory is allocated, no lock is taken.
        _ = write(TerminalRescue.terminal.pointee.output, TerminalRescue.text.baseAddress, TerminalRescue.text.count)
        tcsetattr(TerminalRescue.terminal.pointee.input, TCSANOW, &TerminalRescue.terminal.pointee.settings)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  static func end() {
    for number in crashes { signal(number, SIG_DFL) }
  }
}
