/// A clock that can set the deadline of a sleep before the task begins to sleep. Time that passes in between counts.
package protocol DeadlineClock<Duration>: Clock {
  /// Returns a function that sleeps until `duration` after this call, whenever the function is called.
  func prepareSleep(for duration: Duration) -> @Sendable () async throws -> Void
}

extension DeadlineClock {
  /// Does the same for a duration of unknown type. Returns `nil` if it is not of this clock's type.
  fileprivate func prepareSleep(for duration: Any) -> (@Sendable () async throws -> Void)? {
    (duration as? Duration).map(prepareSleep(for:))
  }
}

extension Clock {
  /// Returns a function that sleeps until `duration` after this call, whenever the function is called.
  package func makeSleep(for duration: Duration) -> @Sendable () async throws -> Void {
    // A cast to `any DeadlineClock<Duration>` takes several times as long.
    if let sleep = (self as? any DeadlineClock)?.prepareSleep(for: duration as Any) { return sleep }
    let deadline = now.advanced(by: duration)
    return { try await sleep(until: deadline, tolerance: nil) }
  }
}
