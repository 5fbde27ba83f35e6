/// Keeps an observation alive that ``observe(isolation:_:)`` has started.
public final class ObserveToken: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes a token for an observation of another kind.
  ///
  /// - Parameter onCancel: Ends the observation. It is called each time that the token is cancelled, and when it is
  ///   released.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit {
    onCancel()
  }

  /// Ends the observation. After this returns on the closure's actor, the closure is not run again.
  public func cancel() {
    onCancel()
  }

  /// Keeps the token in a collection, so that the observation lasts as long as the collection.
  ///
  /// ```swift
  /// observe { shown = "\(store.count)" }.store(in: &observations)
  /// ```
  public func store(in tokens: inout some RangeReplaceableCollection<ObserveToken>) {
    tokens.append(self)
  }

  /// Keeps the token in a set, so that the observation lasts as long as the set.
  public func store(in tokens: inout Set<ObserveToken>) {
    tokens.insert(self)
  }
}

extension ObserveToken: Hashable {
  public static func == (lhs: ObserveToken, rhs: ObserveToken) -> Bool { lhs === rhs }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
