import Dependencies
import Foundation

extension Console {
  /// The process's own outputs. They have colors if the standard output is a terminal that can show them, and
  /// `NO_COLOR` is not set.
  public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> Console {
    let failure = Locked<FileError?>(nil)
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var console = Console(
      isColored: isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb",
      write: { text in
        failure.withLock { failure in
          // After a failure nothing is written, because text that follows a gap would be misleading.
          guard failure == nil else { return }
          do throws(SystemError) {
            try Descriptor.write(Array(text.utf8), to: STDOUT_FILENO)
          } catch {
            // A reader that has ended, as in `DemoCLI | head`, is not a failure.
            if error.code != EPIPE { failure = FileError(.write, "<stdout>", error) }
          }
        }
      },
      writeError: { try? Descriptor.write(Array($0.utf8), to: STDERR_FILENO) }
    )
    console.failure = { failure.withLock { $0 } }
    console.isStandard = true
    // Each line asks for the size again, because the window of a terminal may change.
    console.columns = { isTerminal ? TerminalSize(of: STDOUT_FILENO)?.columns : nil }
    console.lineWidth = console.columns
    let columns = environment["COLUMNS"].flatMap { Int($0) } ?? 0
    console.pipeWidth = columns > 0 ? max(columns, RunOptions.leastWidth) : 120
    return console
  }
}
