/// A clock whose sleeps return at once, after moving the clock to their deadline.
///
/// ```swift
/// withDependencies {
///   $0.continuousClock = ImmediateClock()
/// } operation: {
///   runDemo()
/// }
/// ```
///
/// Use it for demonstrations, and for tests in which the order of events does not depend on time. For other tests, use
/// ``TestClock``.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in time, relative to the clock's start.
  public typealias Instant = VirtualInstant<Duration>

  private let time: Locked<Instant>

  /// Makes a clock that shows `now`.
  public init(now: Instant = Instant()) { time = Locked(now) }

  /// The latest of all deadlines so far, or the initial time.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: the clock can be moved by any duration.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock to `deadline`, lets other tasks run, and returns.
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
  /// Makes a clock that shows zero.
  public convenience init() { self.init(now: Instant()) }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock whose sleeps return at once: `$0.continuousClock = .immediate`.
  public static var immediate: Self { ImmediateClock() }
}
