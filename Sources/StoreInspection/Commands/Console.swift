import Dependencies
import Foundation

/// Where text goes: to the standard output, or to wherever a test looks.
public struct Console: Sendable {
  /// Whether text may have colours.
  public let isColored: Bool
  /// Writes text to the standard output.
  public let write: @Sendable (String) -> Void
  /// Writes text to the standard error output.
  public let writeError: @Sendable (String) -> Void
  /// Why not all of the text could be written to the standard output, if that is so.
  private(set) var failure: @Sendable () -> FileError? = { nil }
  /// Whether these are the process's own outputs. A command that writes elsewhere, as in a test, leaves signals alone.
  private(set) var isStandard = false
  /// How many columns a line has where the standard output is a terminal; `nil` where it is none.
  var columns: @Sendable () -> Int? = { nil }

  /// Makes a console of two functions.
  public init(
    isColored: Bool,
    write: @escaping @Sendable (String) -> Void,
    writeError: @escaping @Sendable (String) -> Void
  ) {
    self.isColored = isColored
    self.write = write
    self.writeError = writeError
  }

  /// The console with something between it and the text that it is to write.
  func writing(_ write: @escaping @Sendable (String) -> Void) -> Console {
    var console = Console(isColored: isColored, write: write, writeError: writeError)
    console.columns = columns
    console.failure = failure
    console.isStandard = isStandard
    return console
  }

  /// The lines as they are written: cut to the width of the terminal, whole where there is none.
  func fitted(_ text: String) -> String {
    guard let columns = columns() else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).cut(to: columns) }
      .joined(separator: "\n")
  }

  /// A text in a colour, if there are colours.
  func styled(_ text: String, _ style: Style) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  enum Style: Int {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
  }
}

extension Console {
  /// The process's own outputs. Coloured if the output is a terminal that can show it, and `NO_COLOR` does not forbid it.
  public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> Console {
    let failure = Locked<FileError?>(nil)
    var console = Console(
      isColored: isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
        && environment["TERM"] != "dumb",
      write: { text in
        failure.withLock { failure in
          // Text behind a gap would be misread.
          guard failure == nil else { return }
          do throws(SystemError) {
            try Descriptor.write(Array(text.utf8), to: STDOUT_FILENO)
          } catch {
            // A reader that has gone away, as in `DemoCLI | head`, is no reason to fail.
            if error.code != EPIPE { failure = FileError(.write, "<stdout>", error) }
          }
        }
      },
      writeError: { try? Descriptor.write(Array($0.utf8), to: STDERR_FILENO) }
    )
    console.failure = { failure.withLock { $0 } }
    console.isStandard = true
    console.columns = { TerminalSize(of: STDOUT_FILENO)?.columns }
    return console
  }
}
