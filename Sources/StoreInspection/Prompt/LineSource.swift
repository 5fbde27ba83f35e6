/// The source of a prompt's lines. It sends one event for each request, so that nothing is read ahead.
protocol LineSource: Sendable {
  /// Whether a person types the lines.
  var isInteractive: Bool { get }
  /// Whether an agent writes the lines, and sees the result of each before it writes the next one.
  var isOfAgent: Bool { get }
  var events: AsyncStream<LineEvent> { get }

  /// Requests a line.
  ///
  /// - Parameter isContinued: Whether the lines so far are the beginning of a statement.
  func read(prompt: String, isContinued: Bool)
  /// Answers a ``LineEvent/tab(before:)``.
  func complete(_ completion: Completion)
  /// Adds a line to the history, from which the arrow keys bring it back.
  func remember(_ line: String)
  /// Writes whole lines of text, above the line that is being typed if there is one.
  func write(_ text: String)
  /// Discards the line that is being typed, as Ctrl-C does.
  func interrupt()
  /// Restores the terminal, and then ends the events.
  func stop()
}

extension LineSource {
  var isOfAgent: Bool { false }
  func complete(_ completion: Completion) {}
  func remember(_ line: String) {}
  func interrupt() {}
}

enum LineEvent: Equatable, Sendable {
  /// A line without its end.
  case line(String)
  /// A line that is not valid UTF-8.
  case invalidLine
  /// The key for completion was pressed after this text. Answer with ``LineSource/complete(_:)``.
  case tab(before: String)
  /// Ctrl-C discarded the line.
  case interrupted
  /// Reading further lines failed.
  case unreadable(SystemError)
  /// There are no more lines.
  case end
}
