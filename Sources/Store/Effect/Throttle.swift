import Dependencies

extension Effect {
  /// Starts at most one effect of an id in a span of time, in place of those that run under the id.
  ///
  /// ```swift
  /// case .scrolled(let offset):
  ///   return .send(.savePosition(offset)).throttle(id: CancelID.save, for: .seconds(1))
  /// ```
  ///
  /// What is limited is how often effects start, not what they send: one that is dropped does no work. When one starts,
  /// what runs under the id is cancelled, as by `cancelInFlight`. `.none` changes nothing. `.cancel(id:)` cancels the
  /// effect whether it waits or runs, and does not start the time anew.
  ///
  /// - Parameters:
  ///   - id: What the arrivals have in common. It is also a cancellation id of the effect.
  ///   - duration: How far apart two effects are at least.
  ///   - clock: The clock that measures it, or `nil` for the dependency `\.continuousClock`.
  ///   - latest: Whether the last effect that came during the time runs at its end, or the first.
  ///   - edges: `.leading` runs an effect at once when none ran for `duration`, `.trailing` runs one that came during
  ///     the time at its end. With `.leading` alone, those that come during the time are dropped. No edges at all are
  ///     reported, and the default takes their place.
  public func throttle(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil,
    latest: Bool = true,
    edges: RateLimitEdges = [.leading, .trailing],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    if isNone { return self }
    let limit = RateLimit(
      kind: .throttle(latest: latest),
      duration: duration,
      edges: edges,
      orElse: [.leading, .trailing],
      clock: clock,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    return Self(.rateLimited(self, id: CancelID(id), limit))
  }
}
