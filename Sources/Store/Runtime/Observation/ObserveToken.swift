/// Keeps an observation up that ``observe(isolation:_:)`` has started.
public final class ObserveToken: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes a token for an observation that something else keeps up.
  ///
  /// - Parameter onCancel: Ends the observation. It is called when the token is cancelled, each time, and when it goes
  ///   away.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit {
    onCancel()
  }

  /// Ends the observation. The closure is not run again once this returns to the closure's actor.
  public func cancel() {
    onCancel()
  }

  /// Keeps the token in a list, so that the observation lives as long as that.
  ///
  /// ```swift
  /// observe { shown = "\(store.count)" }.store(in: &observations)
  /// ```
  public func store(in tokens: inout some RangeReplaceableCollection<ObserveToken>) {
    tokens.append(self)
  }

  /// Keeps the token in a set, so that the observation lives as long as that.
  public func store(in tokens: inout Set<ObserveToken>) {
    tokens.insert(self)
  }
}

extension ObserveToken: Hashable {
  /// Whether both are the same token.
  public static func == (lhs: ObserveToken, rhs: ObserveToken) -> Bool { lhs === rhs }

  /// Hashes the token's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
