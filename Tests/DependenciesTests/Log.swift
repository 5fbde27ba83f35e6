import Dependencies

/// The events of a test, in order.
final class Log<Entry: Sendable>: Sendable {
  private let entries = Locked<[Entry]>([])
  func append(_ entry: Entry) { entries.withLock { $0.append(entry) } }
  var all: [Entry] { entries.withLock { $0 } }
}
