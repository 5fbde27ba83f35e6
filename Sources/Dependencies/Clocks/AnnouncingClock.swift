/// A clock that can be told of a sleep before a task gets to it, so that the time is not moved on in between.
package protocol AnnouncingClock<Duration>: Clock {
  /// A function that sleeps for a duration which counts from now, whenever it is called.
  func announceSleep(for duration: Duration) -> @Sendable () async throws -> Void
}

extension Clock {
  /// A function that sleeps for a duration which counts from now, whenever it is called.
  package func makeSleep(for duration: Duration) -> @Sendable () async throws -> Void {
    if let clock = self as? any AnnouncingClock<Duration> { return clock.announceSleep(for: duration) }
    let deadline = now.advanced(by: duration)
    return { try await sleep(until: deadline, tolerance: nil) }
  }
}
