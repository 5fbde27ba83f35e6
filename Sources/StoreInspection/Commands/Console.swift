import Foundation

/// Where text goes: to the standard output, or to wherever a test looks.
public struct Console: Sendable {
  /// Whether text may have colours.
  public let isColored: Bool
  /// Writes text to the standard output.
  public let write: @Sendable (String) -> Void
  /// Writes text to the standard error output.
  public let writeError: @Sendable (String) -> Void

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
    Console(
      isColored: isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
        && environment["TERM"] != "dumb",
      // A reader that has gone away, as in `DemoCLI | head`, is no reason to fail.
      write: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
      writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    )
  }
}
