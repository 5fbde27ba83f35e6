/// A clock on which no time passes: every sleep returns at once, after moving the clock to its deadline.
///
/// ```swift
/// withDependencies {
///   $0.continuousClock = ImmediateClock()
/// } operation: {
///   runDemo()
/// }
/// ```
///
/// For demonstrations, and for tests in which the order of events does not depend on time. See ``TestClock`` for
/// others.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in time, counted from the clock's start.
  public typealias Instant = VirtualInstant<Duration>

  private let time: Locked<Instant>

  /// A clock that shows `now`.
  public init(now: Instant = Instant()) { time = Locked(now) }

  /// The deadline of the latest sleep.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: the clock can be moved by any duration.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock to `deadline` and returns, after letting other tasks run.
  ///
  /// Throws `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// A clock that shows zero.
  public convenience init() { self.init(now: Instant()) }
}
