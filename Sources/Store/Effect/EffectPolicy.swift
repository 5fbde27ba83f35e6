import Dependencies

/// How many of the effects that share an id run at a time, and what happens to those in excess of that.
///
/// ```swift
/// case .downloadButtonTapped(let file):
///   return .run { send in await send(.downloaded(try await client.download(file))) }
///     .cancellable(id: CancelID.download, policy: .runOldest(maxCount: 3, .suspendNew))
/// ```
///
/// A limit below 1 counts as 1.
public enum EffectPolicy: Hashable, Sendable {
  /// The newest effects run: an effect in excess cancels the oldest.
  case runNewest(maxCount: Int = 1)
  /// The oldest effects run: an effect in excess waits, or is dropped.
  case runOldest(maxCount: Int = 1, Overflow)

  /// What happens to an effect in excess of the limit.
  public enum Overflow: Hashable, Sendable {
    /// It starts when a running one has ended, in the order in which the effects arrived.
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

/// A policy, and the line that gave it to an effect.
@usableFromInline final class EffectLimit: Sendable {
  let policy: EffectPolicy
  let location: IssueLocation

  init(policy: EffectPolicy, location: IssueLocation) {
    self.policy = policy
    self.location = location
  }
}

extension Effect {
  /// Makes the effect cancellable by an id, and limits how many effects with that id run at a time.
  ///
  /// ```swift
  /// case .downloadButtonTapped(let file):
  ///   return .run { send in await send(.downloaded(try await client.download(file))) }
  ///     .cancellable(id: CancelID.download, policy: .runOldest(maxCount: 3, .suspendNew))
  /// ```
  ///
  /// An effect counts once, however many operations it is composed of. Effects that have the id but no policy are not
  /// counted. Where effects with different policies share an id, the policy of each decides when that effect starts. In
  /// a child, ids and their limits belong to the child, as in ``cancellable(id:cancelInFlight:)``.
  ///
  /// An effect that waits is in flight: it is cancelled with its id, with the child that it belongs to, and with the
  /// ``StoreTask`` of its action, which waits for it. A `.concatenate` that it is a step of continues when it has
  /// finished. A discarded effect has finished at once.
  ///
  /// A part of an effect with a policy can have a policy too. If its id is the same, it is not counted, because the
  /// whole is. If its id is another one, it starts even where the policy would let it wait: otherwise effects that run
  /// could wait for each other.
  ///
  /// - Parameters:
  ///   - id: The id, as in ``cancellable(id:cancelInFlight:)``.
  ///   - policy: How many run at a time, and what happens to the others. `.none` is not counted.
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
    // The ids that the effect already has cancel it while it waits, too.
    case .cancellable(let effect, let marks) where limit.policy.suspends:
      return Self(.cancellable(effect.limited(id: id, limit), marks))
    case .limited(_, let other, _) where limit.policy.suspends:
      return Self(.limited(self, id: id, limit)).cancellable(id: other)
    default:
      return Self(.limited(self, id: id, limit))
    }
  }
}
