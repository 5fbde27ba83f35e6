import Dependencies

extension Effect {
  /// Runs the effect when no other one came under the same id for a while.
  ///
  /// ```swift
  /// case .queryChanged:
  ///   return .send(.search).debounce(id: CancelID.search, for: .milliseconds(300))
  /// ```
  ///
  /// Each arrival starts the time anew and replaces the effect that waits. `.cancel(id:)` drops the one that waits.
  ///
  /// - Parameters:
  ///   - id: What the arrivals have in common. It is also a cancellation id of the effect.
  ///   - duration: How long it has to be quiet.
  ///   - clock: The clock that measures it, or `nil` for the dependency `\.continuousClock`.
  ///   - edges: `.trailing` runs the latest effect when it has been quiet; `.leading` runs the first one at once and
  ///     drops those that follow; both together run the first one at once and the latest of those that followed.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil,
    edges: RateLimitEdges = .trailing
  ) -> Self {
    let limit = RateLimit(
      kind: .debounce,
      duration: duration,
      edges: edges,
      clock: clock ?? DependencyValues.current.continuousClock
    )
    return Self(.rateLimited(self, id: CancelID(id), limit))
  }
}
