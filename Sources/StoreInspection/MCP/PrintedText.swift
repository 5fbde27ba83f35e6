import Dependencies

/// Collects the text that a command or a prompt prints, for an answer to an agent.
final class PrintedText: Sendable {
  private let texts = Locked((text: "", hasFailed: false))

  /// The console to print to.
  var console: Console {
    Console(isColored: false) { text in
      self.texts.withLock { $0.text += text }
    } writeError: { text in
      self.texts.withLock {
        $0.text += text
        $0.hasFailed = true
      }
    }
  }

  /// Whether an error was printed since the text was taken last.
  var hasFailed: Bool { texts.withLock { $0.hasFailed } }

  /// Removes and returns the text, and whether an error was printed.
  func take() -> (text: String, hasFailed: Bool) {
    texts.withLock { texts in
      defer { texts = ("", false) }
      return texts
    }
  }
}
