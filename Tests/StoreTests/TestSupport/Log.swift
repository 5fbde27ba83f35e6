import Dependencies
import Store

/// The events of a test, in order. Any task can append an event, and wait for one.
final class Log: Sendable {
  private struct Contents {
    var entries: [String] = []
    var waiters: [(entry: String, continuation: AsyncStream<Never>.Continuation)] = []
  }

  private let contents = Locked(Contents())

  var entries: [String] { contents.withLock { $0.entries } }

  func removeAll() { contents.withLock { $0.entries = [] } }

  func append(_ entry: String) {
    let resumed = contents.withLock { contents in
      contents.entries.append(entry)
      let resumed = contents.waiters.filter { $0.entry == entry }
      contents.waiters.removeAll { $0.entry == entry }
      return resumed
    }
    for waiter in resumed { waiter.continuation.finish() }
  }

  /// Waits until the log contains an entry, or the task is cancelled.
  func wait(for entry: String) async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    let isThere = contents.withLock { contents in
      if contents.entries.contains(entry) { return true }
      contents.waiters.append((entry, continuation))
      return false
    }
    guard !isThere else { return }
    for await _ in stream {}
  }

  /// Reads once under observation, and logs when a value that was read has changed.
  func watch(_ name: String = "changed", _ read: () -> Void) { withObservationTracking(read) { self.append(name) } }

  /// Logs its start, waits until the task is cancelled, and logs the cancellation at once.
  func hang(_ name: String, isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      // Without a use of `isolation` the closure would leave the actor.
      _ = isolation
      append("\(name) started")
      let (stream, continuation) = AsyncStream<Never>.makeStream()
      for await _ in stream {}
      withExtendedLifetime(continuation) {}
    } onCancel: {
      append("\(name) cancelled")
    }
  }

  func hanging<Action>(_ name: String) -> Effect<Action> { .run(name: name) { _ in await self.hang(name) } }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled.
  static func never() async throws {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    throw _Concurrency.CancellationError()
  }
}
