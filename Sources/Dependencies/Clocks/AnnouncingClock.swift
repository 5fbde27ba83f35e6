/// A clock that can set the deadline of a sleep before the task begins to sleep. Time that passes in between counts.
package protocol AnnouncingClock<Duration>: Clock {
  /// Returns a function that sleeps until `duration` after this call, whenever the function is called.
  func announceSleep(for duration: Duration) -> @Sendable () async throws -> Void
}

extension Clock {
  /// Returns a function that sleeps until `duration` after this call, whenever the function is called.
  package func makeSleep(for duration: Duration) -> @Sendable () async throws -> Void {
    if let clock = self as? any AnnouncingClock<Duration> { return clock.announceSleep(for: duration) }
    let deadline = now.advanced(by: duration)
    return { try await sleep(until: deadline, tolerance: nil) }
  }
}
