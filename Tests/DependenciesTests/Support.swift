import Dependencies

/// The error of tests to which it does not matter what has failed.
struct Failure: Error, Equatable {}

/// The events of a test, in order.
final class Log<Entry: Sendable>: Sendable {
  private let entries = Locked<[Entry]>([])
  func append(_ entry: Entry) { entries.withLock { $0.append(entry) } }
  var all: [Entry] { entries.withLock { $0 } }
}

/// A key with another value in each context.
enum NumberKey: DependencyKey {
  static let liveValue = 1
  static let mockValue = 2
  static let testValue = 3
}

extension DependencyValues {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

enum LiveOnlyKey: DependencyKey {
  static let liveValue = "live"
}

final class Box: Sendable {}

/// A key whose value is another object each time it is made.
enum BoxKey: DependencyKey {
  static var liveValue: Box { Box() }
  static var mockValue: Box { Box() }
  static var testValue: Box { Box() }
}

extension ReportedIssue {
  /// The first line of the message.
  var headline: String { String(message.prefix { $0 != "\n" }) }
}
