import Dependencies

extension Effect {
  /// Runs at most one effect of an id in a stretch of time.
  ///
  /// ```swift
  /// case .scrolled(let offset):
  ///   return .send(.savePosition(offset)).throttle(id: CancelID.save, for: .seconds(1))
  /// ```
  ///
  /// - Parameters:
  ///   - id: What the arrivals have in common. It is also a cancellation id of the effect.
  ///   - duration: How far apart two effects are at least.
  ///   - clock: The clock that measures it, or `nil` for the dependency `\.continuousClock`.
  ///   - latest: Whether the last effect that came during the time runs at its end, or the first.
  ///   - edges: `.leading` runs an effect at once when none ran for `duration`, `.trailing` runs one that came during
  ///     the time at its end. With `.leading` alone, those that come during the time are dropped.
  public func throttle(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil,
    latest: Bool = true,
    edges: RateLimitEdges = [.leading, .trailing]
  ) -> Self {
    let limit = RateLimit(
      kind: .throttle(latest: latest),
      duration: duration,
      edges: edges,
      clock: clock ?? DependencyValues.current.continuousClock
    )
    return Self(.rateLimited(self, id: CancelID(id), limit))
  }
}
