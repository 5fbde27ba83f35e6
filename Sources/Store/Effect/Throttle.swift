import Dependencies

extension Effect {
  /// Starts at most one effect of an id in a time span: the first at once, and one of those that arrive during the time
  /// span at its end.
  ///
  /// ```swift
  /// case .scrolled(let offset):
  ///   return .send(.savePosition(offset)).throttle(id: CancelID.save, for: .seconds(1))
  /// ```
  ///
  /// The limit applies to how often effects start, not to the actions that they send: a dropped effect does no work.
  /// When an effect starts, effects in flight under the id are cancelled, as by `cancelInFlight`. `.none` changes
  /// nothing. `.cancel(id:)` cancels the effect whether it waits or runs, and does not restart the time.
  ///
  /// - Parameters:
  ///   - id: Identifies the effects that are limited together. It is also a cancellation id of the effect.
  ///   - duration: The minimum time between the starts of two effects.
  ///   - clock: The clock that measures the time, or `nil` for the dependency `\.continuousClock`.
  ///   - latest: Whether the last effect that arrived during the time span runs at its end, or the first.
  public func throttle(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil,
    latest: Bool = true
  ) -> Self {
    if isNone { return self }
    let throttle = ThrottleLimit(
      id: CancelID(id),
      duration: duration,
      clock: clock ?? DependencyValues.current.continuousClock,
      latest: latest
    )
    return Self(.throttled(self, throttle))
  }
}

/// How often the effects of an id may start.
@usableFromInline struct ThrottleLimit: Sendable {
  let id: CancelID
  let duration: Duration
  let clock: any Clock<Duration>
  let latest: Bool
}
