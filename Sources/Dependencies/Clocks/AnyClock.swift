/// A type-erased clock. Unlike `any Clock<Duration>` it has instants, so deadlines can be computed.
///
/// ```swift
/// let anyClock = AnyClock(clock)
/// let deadline = anyClock.now.advanced(by: .seconds(10))
/// try await anyClock.sleep(until: deadline)
/// ```
public final class AnyClock<Duration: DurationProtocol & Hashable>: DeadlineClock, Sendable {
  /// A point in time, relative to the time at which the clock was made.
  public typealias Instant = VirtualInstant<Duration>

  private let readNow: @Sendable () -> Instant
  private let readMinimumResolution: @Sendable () -> Duration
  private let sleep: @Sendable (Instant, Duration?) async throws -> Void
  private let announce: @Sendable (Duration) -> @Sendable () async throws -> Void

  /// Erases the type of a clock. Its present time is the new clock's zero.
  public init<Base: Clock>(_ clock: Base) where Base.Duration == Duration {
    let start = clock.now
    readNow = {
      let now = clock.now
      return Instant(offset: start.duration(to: now), moves: (now as? Instant)?.moves)
    }
    readMinimumResolution = { clock.minimumResolution }
    sleep = { deadline, tolerance in
      let own = start.advanced(by: deadline.offset)
      // Pass on how often the clock had been moved: a test clock checks whether it has been moved since.
      let moved = (own as? Instant).flatMap { Instant(offset: $0.offset, moves: deadline.moves) as? Base.Instant }
      try await clock.sleep(until: moved ?? own, tolerance: tolerance)
    }
    announce = { clock.makeSleep(for: $0) }
  }

  /// The time since the clock was made.
  public var now: Instant { readNow() }

  /// The smallest interval that the clock can measure.
  public var minimumResolution: Duration { readMinimumResolution() }

  /// Waits until a point in time. Throws `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(deadline, tolerance)
  }

  package func prepareSleep(for duration: Duration) -> @Sendable () async throws -> Void { announce(duration) }
}
