/// A place where a recording goes: a file, or a page that shows it as it comes.
package protocol TraceSink: Sendable {
  /// Why records are lost; `nil` if none were.
  var failure: FileError? { get }
  func write(_ record: TraceRecord)
  /// Gets a function that hides the redacted texts of the session in another text.
  func hide(with hiding: @escaping @Sendable (String) -> String)
}

extension TraceSink {
  package func hide(with hiding: @escaping @Sendable (String) -> String) {}
}

extension TraceWriter: TraceSink {}
