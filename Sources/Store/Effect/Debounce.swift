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
  /// the response to an earlier query can't arrive after that to a later one. `.none` cancels nothing. `.cancel(id:)`
  /// cancels the effect whether it waits or runs.
  ///
  /// That is so for this id, and those that the effect gets afterwards. Ids that it had before, as in
  /// `.cancellable(id: 1).debounce(id: 2, for: .seconds(1))`, cancel it once it runs, not while it waits.
  ///
  /// - Parameters:
  ///   - id: Identifies the effects that replace one another. It is also a cancellation id of the effect.
  ///   - duration: How long no further effect may arrive.
  ///   - clock: The clock that measures the time, or `nil` for the dependency `\.continuousClock`.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil
  ) -> Self {
    if isNone { return self }
    let delay = Delay(
      name: "debounce \(CancelID(id))",
      duration: duration,
      clock: clock ?? DependencyValues.current.continuousClock
    )
    return Self(.delayed(self, delay)).cancellable(id: id, cancelInFlight: true)
  }
}

/// How long an effect waits before it starts.
@usableFromInline struct Delay: Sendable {
  let name: String
  let duration: Duration
  let clock: any Clock<Duration>
}
