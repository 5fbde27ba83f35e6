import StoreTrace

/// The outputs of a program: the standard output and the standard error output, or functions of a test.
public struct Console: Sendable {
  /// Whether text may have colors.
  public let isColored: Bool
  /// Writes text to the standard output.
  public package(set) var write: @Sendable (String) -> Void
  /// Writes text to the standard error output.
  public package(set) var writeError: @Sendable (String) -> Void
  /// Returns the reason why text could not be written to the standard output; `nil` if all of it was written.
  package var failure: @Sendable () -> FileError? = { nil }
  /// Whether these are the process's own outputs. A command with other outputs, as in a test, does not handle signals.
  package var isStandard = false
  /// Returns the number of columns of the terminal; `nil` if the standard output is not a terminal.
  package var columns: @Sendable () -> Int? = { nil }
  /// Returns the number of columns at which lines are cut; `nil` if they are not.
  package var lineWidth: @Sendable () -> Int? = { nil }
  /// The number of columns for scripts where there is no terminal; `nil` if their lines are not cut there.
  package var pipeWidth: Int?
  /// Whether a session prints nothing but its summary.
  package var isQuiet = false

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

  /// A console that prints nothing.
  package static var silent: Self { Self(isColored: false, write: { _ in }, writeError: { _ in }) }

  /// Returns this console with other functions for writing.
  ///
  /// - Parameters:
  ///   - write: Writes text to the standard output.
  ///   - writeError: Writes text to the standard error output. By default, this console's function.
  package func writing(
    _ write: @escaping @Sendable (String) -> Void,
    errors writeError: (@Sendable (String) -> Void)? = nil
  ) -> Console {
    var console = self
    console.write = write
    if let writeError { console.writeError = writeError }
    return console
  }

  /// Cuts each line to the width at which lines are cut, and says how much is left out.
  package func fitted(_ text: String) -> String {
    // No character takes more columns than it has bytes. Looking at each character of a long text takes time.
    guard let columns = lineWidth(), text.utf8.count > columns else { return text }
    let hasLines = text.unicodeScalars.contains("\n")
    let lines = hasLines ? text.split(separator: "\n", omittingEmptySubsequences: false) : [text[...]]
    if lines.allSatisfy({ $0.utf8.count <= columns }) { return text }
    return lines.map { String($0).cut(to: columns, sayingRest: true) }.joined(separator: "\n")
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
