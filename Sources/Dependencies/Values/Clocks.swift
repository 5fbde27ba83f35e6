extension DependencyValues {
  /// The clock that continues while the system sleeps.
  ///
  /// Tests override it with a ``TestClock`` or an ``ImmediateClock``. Without an override, its use reports an issue,
  /// once for each place that reads it, and ends the effect.
  public var continuousClock: any Clock<Duration> {
    get { clock(ContinuousClockKey.self) }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock that stops while the system sleeps.
  ///
  /// Tests override it with a ``TestClock`` or an ``ImmediateClock``. Without an override, its use reports an issue,
  /// once for each place that reads it, and ends the effect.
  public var suspendingClock: any Clock<Duration> {
    get { clock(SuspendingClockKey.self) }
    set { self[SuspendingClockKey.self] = newValue }
  }

  /// Returns the clock of a key. If a test does not override it, the clock names the place of this read in its issues.
  private func clock<Key: TestDependencyKey>(_ key: Key.Type) -> any Clock<Duration>
  where Key.Value == any Clock<Duration> {
    let clock = self[key]
    guard let location = access?.location, let clock = clock as? UnimplementedClock<Duration> else { return clock }
    return clock.read(at: location)
  }
}

private enum ContinuousClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ContinuousClock()
  static var mockValue: any Clock<Duration> { liveValue }
  static var testValue: any Clock<Duration> {
    UnimplementedClock(dependency: "continuousClock", location: .ofReader)
  }
}

private enum SuspendingClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = SuspendingClock()
  static var mockValue: any Clock<Duration> { liveValue }
  static var testValue: any Clock<Duration> {
    UnimplementedClock(dependency: "suspendingClock", location: .ofReader)
  }
}
