import Dependencies

extension Effect {
  /// Starts at most one effect of an id in a time span.
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
  ///   - edges: `.leading` runs an effect at once if none ran for `duration`, `.trailing` runs one that arrived during
  ///     the time span at its end. With `.leading` alone, effects that arrive during the time span are dropped. An
  ///     empty set is reported and replaced by the default.
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
