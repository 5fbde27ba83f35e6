import StoreTrace

/// The outputs of a program: the standard output and the standard error output, or functions of a test.
public struct Console: Sendable {
  /// Whether text may have colors.
  public let isColored: Bool
  /// Writes text to the standard output.
  public let write: @Sendable (String) -> Void
  /// Writes text to the standard error output.
  public let writeError: @Sendable (String) -> Void
  /// Returns the reason why text could not be written to the standard output; `nil` if all of it was written.
  package var failure: @Sendable () -> FileError? = { nil }
  /// Whether these are the process's own outputs. A command with other outputs, as in a test, does not handle signals.
  package var isStandard = false
  /// Returns the number of columns of the terminal; `nil` if the standard output is not a terminal.
  package var columns: @Sendable () -> Int? = { nil }

  /// Makes a console that calls two functions.
  public init(
    isColored: Bool,
    write: @escaping @Sendable (String) -> Void,
    writeError: @escaping @Sendable (String) -> Void
  ) {
    self.isColored = isColored
    self.write = write
    self.writeError = writeError
  }

  /// Returns this console with another function that writes to the standard output.
  package func writing(_ write: @escaping @Sendable (String) -> Void) -> Console {
    var console = Console(isColored: isColored, write: write, writeError: writeError)
    console.columns = columns
    console.failure = failure
    console.isStandard = isStandard
    return console
  }

  /// Cuts each line to the width of the terminal. Without a terminal, returns the text as it is.
  package func fitted(_ text: String) -> String {
    guard let columns = columns() else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).cut(to: columns) }
      .joined(separator: "\n")
  }

  /// Styles a text, if the console has colors.
  package func styled(_ text: String, _ style: Style) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  package enum Style: Int {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
  }
}
