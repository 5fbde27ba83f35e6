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
}

/// The state machine of `debounce` and `throttle`: what to do when an effect arrives, and when a waiting one may run.
/// It uses no clocks or tasks.
@usableFromInline struct RateLimitState {
  enum Decision: Equatable {
    /// Run the effect now.
    case start
    /// Run the effect after this time, in place of the one that waits, if any.
    case hold(Duration)
    /// Drop the effect.
    case drop
  }

  private enum Phase {
    /// No effect waits.
    case idle
    /// An effect waits until its time is over.
    case holding
  }

  // Each arrival replaces these.
  var kind: RateLimit.Kind
  var duration: Duration
  var edges: RateLimitEdges
  private var phase = Phase.idle

  init(kind: RateLimit.Kind, duration: Duration, edges: RateLimitEdges) {
    self.kind = kind
    self.duration = duration
    self.edges = edges
  }

  /// - Parameter elapsed: The time since the last mark, or `nil` if there was none.
  /// - Returns: What to do, and whether to mark the time now: for a debounce the time of the arrival, for a throttle
  ///   the beginning of a time span.
  mutating func arrive(elapsed: Duration?) -> (decision: Decision, marks: Bool) {
    let isFree: Bool
    switch phase {
    case .idle: isFree = elapsed.map { $0 >= duration } ?? true
    case .holding: isFree = false
    }
    if isFree && edges.contains(.leading) { return (.start, true) }

    switch kind {
    case .debounce:
      guard edges.contains(.trailing) else { return (.drop, true) }
      return (.hold(duration), true)
    case .throttle(let latest):
      guard edges.contains(.trailing) else { return (.drop, false) }
      if case .holding = phase, !latest { return (.drop, false) }
      return isFree ? (.hold(duration), true) : (.hold(duration - (elapsed ?? .zero)), false)
    }
  }

  /// Called when an effect for which `arrive(elapsed:)` returned `hold` begins to wait. The effect that waited before it
  /// has been cancelled, with `cancel()`. That may have cancelled this one too, which then does not wait.
  mutating func hold() {
    phase = .holding
  }

  /// Called when the waiting effect starts.
  /// - Returns: Whether to mark the time now.
  mutating func release() -> Bool {
    phase = .idle
    if case .throttle = kind { return true }
    return false
  }

  /// Called when the waiting effect was cancelled.
  @usableFromInline mutating func cancel() {
    phase = .idle
  }
}
