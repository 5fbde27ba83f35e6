import Dependencies

/// How often the effects of one id may start.
@usableFromInline struct RateLimit: Sendable {
  enum Kind {
    /// An effect runs when no other came for `duration`.
    case debounce
    /// Effects run at least `duration` apart. While one waits, `latest` says whether a further one replaces it.
    case throttle(latest: Bool)
  }

  let kind: Kind
  let duration: Duration
  let edges: RateLimitEdges
  let clock: any Clock<Duration>

  /// - Parameter defaultEdges: Takes the place of `edges` if these let nothing through.
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

/// The state machine behind `debounce` and `throttle`: what to do when an effect arrives and when a waiting one may
/// run. It knows neither clocks nor tasks.
@usableFromInline struct RateLimitState {
  enum Decision: Equatable {
    /// Run the effect now.
    case start
    /// Run it after this time, in place of the one that waits, if one does.
    case hold(Duration)
    /// Forget the effect.
    case drop
  }

  private enum Phase {
    /// Nothing waits.
    case idle
    /// An effect waits for its time.
    case holding
  }

  // Replaced by each arrival.
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
  /// - Returns: What to do, and whether the time is to be marked: that of the arrival for a debounce, that at which a
  ///   span of time began for a throttle.
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
      phase = .holding
      return (.hold(duration), true)
    case .throttle(let latest):
      guard edges.contains(.trailing) else { return (.drop, false) }
      if case .holding = phase, !latest { return (.drop, false) }
      phase = .holding
      return isFree ? (.hold(duration), true) : (.hold(duration - (elapsed ?? .zero)), false)
    }
  }

  /// An effect waits, although the one that waited before may have been cancelled since it arrived.
  mutating func hold() {
    phase = .holding
  }

  /// The waiting effect runs.
  /// - Returns: Whether the time is to be marked.
  mutating func release() -> Bool {
    phase = .idle
    if case .throttle = kind { return true }
    return false
  }

  /// The waiting effect was cancelled.
  @usableFromInline mutating func cancel() {
    phase = .idle
  }
}
