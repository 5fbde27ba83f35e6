extension DependencyValues {
  /// The clock that goes on while the system sleeps.
  ///
  /// Tests override it with a ``TestClock`` or an ``ImmediateClock``; using it without doing so reports an issue.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock that stops while the system sleeps.
  ///
  /// Tests override it with a ``TestClock`` or an ``ImmediateClock``; using it without doing so reports an issue.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

private enum ContinuousClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ContinuousClock()
  static var testValue: any Clock<Duration> {
    UnimplementedClock(name: "@Dependency(\\.continuousClock)", location: .ofReader)
  }
}

private enum SuspendingClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = SuspendingClock()
  static var testValue: any Clock<Duration> {
    UnimplementedClock(name: "@Dependency(\\.suspendingClock)", location: .ofReader)
  }
}
