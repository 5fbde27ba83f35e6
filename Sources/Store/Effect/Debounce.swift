import Dependencies

extension Effect {
  /// Runs the effect when no further one has arrived under the same id for a while.
  ///
  /// ```swift
  /// case .queryChanged:
  ///   return .send(.search).debounce(id: CancelID.search, for: .milliseconds(300))
  /// ```
  ///
  /// Each arrival restarts the time and cancels the effect that waits or runs under the id, as `cancelInFlight` does:
  /// the response to an earlier query can't arrive after that to a later one. A dropped effect cancels nothing, and
  /// neither does `.none`. `.cancel(id:)` cancels the effect whether it waits or runs.
  ///
  /// That is so for this id, and those that the effect gets afterwards. Ids that it had before, as in
  /// `.cancellable(id: 1).debounce(id: 2, for: .seconds(1))`, cancel it once it runs, not while it waits.
  ///
  /// - Parameters:
  ///   - id: Identifies the effects that replace one another. It is also a cancellation id of the effect.
  ///   - duration: How long no further effect may arrive.
  ///   - clock: The clock that measures the time, or `nil` for the dependency `\.continuousClock`.
  ///   - edges: `.trailing` runs the latest effect when the time is over; `.leading` runs the first one at once and
  ///     drops those that follow; both together run the first one at once and the latest of those that followed. An
  ///     empty set is reported and replaced by `.trailing`.
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

/// The ends of a time span at which ``Effect/debounce(id:for:clock:edges:)`` and
/// ``Effect/throttle(id:for:clock:latest:edges:)`` let an effect through.
public struct RateLimitEdges: OptionSet, Sendable {
  /// The bits of the set: 1 for ``leading``, 2 for ``trailing``.
  public let rawValue: UInt8

  /// Makes a set of its bits. Bits that stand for no edge have no effect.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The first effect runs at once.
  public static let leading = Self(rawValue: 1)
  /// An effect that arrived during the time span runs at its end.
  public static let trailing = Self(rawValue: 2)
}
