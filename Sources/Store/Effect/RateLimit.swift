import Dependencies

/// How often the effects of one id may start.
@usableFromInline struct RateLimit: Sendable {
  enum Kind {
    /// An effect runs when no other has arrived for `duration`.
    case debounce
    /// Effects start at least `duration` apart. `latest` is whether another effect replaces the one that waits.
    case throttle(latest: Bool)
  }

  let kind: Kind
  let duration: Duration
  let edges: RateLimitEdges
  let clock: any Clock<Duration>

  /// - Parameter defaultEdges: Used instead of `edges` if these are empty.
  init(
    kind: Kind,
    duration: Duration,
    edges: RateLimitEdges,
    orElse defaultEdges: RateLimitEdges,
    clock: (any Clock<Duration>)?,
    at location: IssueLocation
  ) {
    self.kind = kind
    self.duration = duration
    self.edges = edges.isDisjoint(with: [.leading, .trailing]) ? defaultEdges : edges
    self.clock = clock ?? DependencyValues.current.continuousClock
    guard edges.isDisjoint(with: [.leading, .trailing]) else { return }
    reportIssue(
      """
      "\(kind.name)(id:for:)" was given no edges, so it would let no effect through. It uses its default, \
      \(defaultEdges == .trailing ? #"".trailing""# : #""[.leading, .trailing]""#), instead.

      This usually means that the edges were computed. Pass ".leading" to run the first effect at once, ".trailing" to \
      run one when the time is over, or both.
      """,
      at: location,
      article: .effects
    )
  }

  /// What to do with an effect that arrives.
  enum Decision: Equatable {
    /// Run the effect now.
    case start
    /// Run the effect after this time, in place of the one that waits, if any.
    case hold(Duration)
    /// Drop the effect.
    case drop
  }

  /// The rules of `debounce` and `throttle`.
  ///
  /// - Parameters:
  ///   - isHolding: Whether an effect waits.
  ///   - elapsed: The time since the last mark, or `nil` if there was none.
  /// - Returns: What to do, and whether to mark the time now: for a debounce the time of the arrival, for a throttle
  ///   the beginning of a time span.
  func decide(isHolding: Bool, elapsed: Duration?) -> (decision: Decision, marks: Bool) {
    let isFree = !isHolding && (elapsed.map { $0 >= duration } ?? true)
    if isFree && edges.contains(.leading) { return (.start, true) }

    switch kind {
    case .debounce:
      return (edges.contains(.trailing) ? .hold(duration) : .drop, true)
    case .throttle(let latest):
      guard edges.contains(.trailing), latest || !isHolding else { return (.drop, false) }
      return isFree ? (.hold(duration), true) : (.hold(duration - (elapsed ?? .zero)), false)
    }
  }
}
