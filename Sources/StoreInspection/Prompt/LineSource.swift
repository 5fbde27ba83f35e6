/// Where a prompt's lines come from. It hands out one event for each request, so that nothing is read ahead.
protocol LineSource: Sendable {
  /// Whether a person types the lines.
  var isInteractive: Bool { get }
  var events: AsyncStream<LineEvent> { get }

  /// Asks for a line.
  func read(prompt: String)
  /// Answers a ``LineEvent/tab(before:)``.
  func complete(_ completion: Completion)
  /// Keeps a line, to be brought back by the arrow keys.
  func remember(_ line: String)
  /// Writes whole lines of text, above the line that is being typed if there is one.
  func write(_ text: String)
  /// Has the line that is being typed dropped, as Ctrl-C does.
  func interrupt()
  /// Ends the events, once the terminal is as it was.
  func stop()
}

enum LineEvent: Equatable, Sendable {
  /// A line without its end.
  case line(String)
  /// Bytes that are no text.
  case invalidLine
  /// The key for completion was pressed after this text. ``LineSource/complete(_:)`` is awaited.
  case tab(before: String)
  /// The line was dropped by Ctrl-C.
  case interrupted
  /// The lines that may follow can't be read.
  case unreadable(SystemError)
  /// There are no more lines.
  case end
}
