import Dependencies
import Foundation

struct Failure: Error, Equatable {}

func onAnotherThread(_ body: @escaping @Sendable () -> Int) -> Int {
  let isDone = DispatchSemaphore(value: 0)
  let result = LockIsolated(0)
  Thread.detachNewThread {
    result.setValue(body())
    isDone.signal()
  }
  isDone.wait()
  return result.value
}

final class Log<Entry: Sendable>: Sendable {
  private let entries = Locked<[Entry]>([])
  func append(_ entry: Entry) { entries.withLock { $0.append(entry) } }
  var all: [Entry] { entries.withLock { $0 } }
}

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

// Keys that have some of the values. Each value is its own name.

enum LiveOnlyKey: DependencyKey { static let liveValue = "live" }

enum LiveAndMockKey: DependencyKey {
  static let liveValue = "live"
  static let mockValue = "mock"
}

enum TestOnlyKey: TestDependencyKey { static let testValue = "test" }

final class Box: Sendable {}

/// A key whose value is another object each time it is made.
enum BoxKey: DependencyKey {
  static var liveValue: Box { Box() }
  static var mockValue: Box { Box() }
  static var testValue: Box { Box() }
}

extension ReportedIssue {
  var headline: String { String(message.prefix { $0 != "\n" }) }
}
