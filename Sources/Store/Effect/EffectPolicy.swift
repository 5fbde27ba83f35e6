import Dependencies

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

  var limit: Int {
    switch self {
    case .runNewest(let maxCount), .runOldest(let maxCount, _): max(1, maxCount)
    }
  }

  var suspends: Bool { if case .runOldest(_, .suspendNew) = self { true } else { false } }
}

/// A policy, and where an effect was given it.
@usableFromInline final class EffectLimit: Sendable {
  let policy: EffectPolicy
  let location: IssueLocation

  init(policy: EffectPolicy, location: IssueLocation) {
    self.policy = policy
    self.location = location
  }
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
  /// What is counted is an effect as a whole, however many operations it is composed of. Effects with the id and without
  /// a policy are not counted. Where effects with different policies share an id, that of each decides when it starts. In
  /// a child, ids and with them the limit belong to the child, as in ``cancellable(id:cancelInFlight:)``.
  ///
  /// An effect that waits is in flight: it is cancelled with its id, with the child that it belongs to, and with the
  /// ``StoreTask`` of the action that it came from, which waits for it. A `.concatenate` of which it is a step goes on when
  /// it is over. An effect that is discarded is over at once.
  ///
  /// A part of an effect that has a policy can have one too. With the same id it is not counted, as the whole is. With
  /// another id it never waits, because effects that run could then wait for each other: where it would, it starts.
  ///
  /// - Parameters:
  ///   - id: The id, as in ``cancellable(id:cancelInFlight:)``.
  ///   - policy: How many run at a time, and what becomes of those beyond. `.none` never counts.
  public func cancellable(
    id: some Hashable & Sendable,
    policy: EffectPolicy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return limited(id: CancelID(id), EffectLimit(policy: policy, location: location))
  }

  private func limited(id: CancelID, _ limit: EffectLimit) -> Self {
    switch operation {
    case .none:
      return self
    // The ids that the effect has already cancel it while it waits, too.
    case .cancellable(let effect, let other, let cancelInFlight) where limit.policy.suspends:
      return effect.limited(id: id, limit).cancellable(id: other, cancelInFlight: cancelInFlight)
    case .limited(_, let other, _) where limit.policy.suspends:
      return Self(.limited(self, id: id, limit)).cancellable(id: other)
    default:
      return Self(.limited(self, id: id, limit))
    }
  }
}
