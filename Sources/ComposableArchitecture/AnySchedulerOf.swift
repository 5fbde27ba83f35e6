import Foundation
import Store

/// A stand-in for Combine's schedulers, so that a feature which declares one and does not use it compiles.
///
/// ```swift
/// @Dependency(\.mainQueue) var mainQueue  // A warning names what to use.
/// ```
///
/// It schedules nothing. Functions that would wait are unavailable, and name what to use in their place.
public struct AnySchedulerOf<Scheduler>: Sendable {
  /// The only value, by another name.
  public static var main: Self { Self() }
  /// The only value, by another name.
  public static var immediate: Self { Self() }
  /// The only value, by another name.
  public static var unimplemented: Self { Self() }

  /// What a scheduler has for a time.
  public struct Time: Sendable {
    /// The date.
    public var date: Date
  }

  /// Unavailable: dates are a dependency of their own.
  @available(*, unavailable, message: "Use '@Dependency(\\.date.now) var now'.")
  public var now: Time { Time(date: .distantPast) }

  /// Unavailable: a clock sleeps.
  @available(*, unavailable, message: "Use '@Dependency(\\.continuousClock) var clock', and 'clock.sleep(for:)'.")
  public func sleep(for duration: Duration) async throws {}

  /// Unavailable: a clock sleeps.
  @available(
    *,
    unavailable,
    message: "Use '@Dependency(\\.continuousClock) var clock', and 'clock.sleep(for: .seconds(1))'."
  )
  public func sleep(for seconds: Double) async throws {}

  /// Unavailable: a clock has a timer.
  @available(*, unavailable, message: "Use '@Dependency(\\.continuousClock) var clock', and 'clock.timer(interval:)'.")
  public func timer(interval: Duration) -> AsyncStream<Void> { .finished }

  /// Unavailable: a clock has a timer.
  @available(
    *,
    unavailable,
    message: "Use '@Dependency(\\.continuousClock) var clock', and 'clock.timer(interval: .seconds(1))'."
  )
  public func timer(interval seconds: Double) -> AsyncStream<Void> { .finished }

  /// Unavailable: an effect runs code.
  @available(*, unavailable, message: "Return an effect: '.run { send in ... }'.")
  public func schedule(_ action: () -> Void) {}
}

extension DependencyValues {
  /// A stand-in for Combine's scheduler of the main queue, which schedules nothing.
  @available(
    *,
    deprecated,
    message: "There are no schedulers here. Use '\\.continuousClock', and in tests a 'TestClock' or '.immediate'."
  )
  public var mainQueue: AnySchedulerOf<DispatchQueue> {
    get { .main }
    set {}
  }

  /// A stand-in for Combine's scheduler of the main run loop, which schedules nothing.
  @available(
    *,
    deprecated,
    message: "There are no schedulers here. Use '\\.continuousClock', and in tests a 'TestClock' or '.immediate'."
  )
  public var mainRunLoop: AnySchedulerOf<RunLoop> {
    get { .main }
    set {}
  }
}

extension DispatchQueue {
  /// Unavailable: tests control a clock.
  @available(*, unavailable, message: "Use 'TestClock()', and 'advance(by: .seconds(1))'.")
  public static var test: TestClock<Duration> { TestClock() }
}

extension RunLoop {
  /// Unavailable: tests control a clock.
  @available(*, unavailable, message: "Use 'TestClock()', and 'advance(by: .seconds(1))'.")
  public static var test: TestClock<Duration> { TestClock() }
}
