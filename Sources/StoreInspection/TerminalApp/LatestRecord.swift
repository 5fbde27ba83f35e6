import Dependencies
import StoreTrace

/// Keeps what a recording says of the latest step, with all values redacted, until it is taken.
final class LatestRecord: TraceSink {
  private let content = Locked(TraceRecord.Content?.none)
  private let start = Locked(JSONValue.null)

  var failure: FileError? { nil }
  var takesNotifications: Bool { false }

  /// Begins a recording. `TraceHeader.json` has the redacted state.
  func begin(_ header: TraceHeader) -> Self {
    let state = header.json["state"] ?? .null
    start.withLock { $0 = state }
    return self
  }

  /// The state at the start.
  var startState: JSONValue { start.withLock { $0 } }

  func write(_ record: TraceRecord) {
    switch record.content {
    case .action, .modified, .jump: content.withLock { $0 = record.content }
    default: break
    }
  }

  func take() -> TraceRecord.Content? { content.withLock { $0.take() } }
}
