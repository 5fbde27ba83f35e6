import Dependencies

extension Effect {
  /// Runs the effect when no other one came under the same id for a while, in place of those that run under the id.
  ///
  /// ```swift
  /// case .queryChanged:
  ///   return .send(.search).debounce(id: CancelID.search, for: .milliseconds(300))
  /// ```
  ///
  /// Each arrival starts the time anew, and cancels what waits or runs under the id, as `cancelInFlight` does: the answer
  /// to an earlier query can't come after that to a later one. One that is dropped changes nothing, and neither does
  /// `.none`. `.cancel(id:)` cancels the effect whether it waits or runs.
  ///
  /// - Parameters:
  ///   - id: What the arrivals have in common. It is also a cancellation id of the effect.
  ///   - duration: How long it has to be quiet.
  ///   - clock: The clock that measures it, or `nil` for the dependency `\.continuousClock`.
  ///   - edges: `.trailing` runs the latest effect when it has been quiet; `.leading` runs the first one at once and
  ///     drops those that follow; both together run the first one at once and the latest of those that followed. No
  ///     edges at all are reported, and `.trailing` takes their place.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil,
    edges: RateLimitEdges = .trailing,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    if isNone { return self }
    let limit = RateLimit(
      kind: .debounce,
      duration: duration,
      edges: edges,
      orElse: .trailing,
      clock: clock,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    return Self(.rateLimited(self, id: CancelID(id), limit))
  }
}

/// The ends of a span of time at which ``Effect/debounce(id:for:clock:edges:)`` and
/// ``Effect/throttle(id:for:clock:latest:edges:)`` let an effect through.
public struct RateLimitEdges: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The first effect runs at once.
  public static let leading = Self(rawValue: 1)
  /// An effect that came during the time runs at its end.
  public static let trailing = Self(rawValue: 2)
}
