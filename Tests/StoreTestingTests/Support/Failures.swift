@testable import StoreTesting

/// What test stores report while a closure runs.
func reported(_ operation: () async throws -> Void) async rethrows -> [ReportedIssue] {
  try await withCapturedIssues(operation)
}

/// What test stores show of what a test left out.
func skippedAssertions(_ operation: () async -> Void) async -> [String] {
  let log = Log<String>()
  await SkippedAssertion.$receiver.withValue({ log.append($0) }) { await operation() }
  return log.all
}

/// A log that any thread can write to.
final class Log<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Lets others wait until it opens. Who waits goes on in the order in which they came.
final class Gate: Sendable {
  private let state = Locked<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiters = state.withLock { state in
      defer { state = (true, []) }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
