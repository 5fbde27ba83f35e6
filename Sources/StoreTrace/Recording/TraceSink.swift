/// A place where a recording goes: a file, or a page that shows it as it comes.
package protocol TraceSink: Sendable {
  /// Why records are lost; `nil` if none were.
  var failure: FileError? { get }
  func write(_ record: TraceRecord)
}

extension TraceWriter: TraceSink {}
