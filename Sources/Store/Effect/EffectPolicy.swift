/// How many of the effects that share an id run at a time, and what becomes of those beyond.
///
/// ```swift
/// case .downloadButtonTapped(let file):
///   return .run { send in await send(.downloaded(try await client.download(file))) }
///     .cancellable(id: CancelID.download, policy: .runOldest(maxCount: 3, .suspendNew))
/// ```
///
/// A limit below 1 counts as 1.
public enum EffectPolicy: Hashable, Sendable {
  /// The newest effects run: one that is too many cancels the oldest.
  case runNewest(maxCount: Int = 1)
  /// The oldest effects run: one that is too many waits, or is dropped.
  case runOldest(maxCount: Int = 1, Overflow)

  /// What becomes of an effect that is too many.
  public enum Overflow: Hashable, Sendable {
    /// It starts when one that runs has ended, in the order in which the effects came.
    case suspendNew
    /// It never starts.
    case discardNew
  }

  var discardsNew: Bool { if case .runOldest(_, .discardNew) = self { true } else { false } }

  var maxCount: Int {
    switch self {
    case .runNewest(let maxCount), .runOldest(let maxCount, _): max(1, maxCount)
    }
  }
}

/// What an effect that is made cancellable asks of those with its id that are in flight.
@usableFromInline enum EffectAdmission: Sendable {
  case unlimited
  /// All of them are cancelled, also those without a policy.
  case cancelInFlight
  case policy(EffectPolicy)
}

extension Effect {
  /// Makes the effect cancellable by an id that it shares with others, of which a limited number runs at a time.
  ///
  /// ```swift
  /// case .downloadButtonTapped(let file):
  ///   return .run { send in await send(.downloaded(try await client.download(file))) }
  ///     .cancellable(id: CancelID.download, policy: .runOldest(maxCount: 3, .suspendNew))
  /// ```
  ///
  /// The effects of the id that have a policy are counted, each as a whole, however many operations it is composed of.
  /// Those that have none are not. An effect that is a part of one with the same id is not held up by that one.
  ///
  /// An effect that waits is in flight: it is cancelled with its id, with the child that it belongs to, and with the
  /// ``StoreTask`` of the action that it came from, which waits for it.
  ///
  /// - Parameters:
  ///   - id: The id, as in ``cancellable(id:cancelInFlight:)``.
  ///   - policy: How many run at a time, and what becomes of those beyond.
  public func cancellable(id: some Hashable & Sendable, policy: EffectPolicy) -> Self {
    if isNone { return self }
    return Self(.cancellable(self, id: CancelID(id), .policy(policy)))
  }
}
