/// Receives the records of a session: writes them to a file, or sends them to a page.
package protocol TraceSink: Sendable {
  /// The reason why records were lost; `nil` if none were.
  var failure: FileError? { get }
  /// Whether the sink needs records of notifications, whose texts take time to make.
  var takesNotifications: Bool { get }
  func write(_ record: TraceRecord)
  /// Receives a function that hides the session's redacted texts in another text.
  func hide(with hiding: @escaping @Sendable (String) -> String)
}

extension TraceSink {
  package var takesNotifications: Bool { true }
  package func hide(with hiding: @escaping @Sendable (String) -> String) {}
}

extension TraceWriter: TraceSink {}
