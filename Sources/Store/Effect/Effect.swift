import Dependencies

/// Work that a reducer asks its store to do: nothing, another action, an asynchronous operation, or a composition of
/// those.
///
/// An effect is a value that describes the work; the store that receives it from its reducer does it. So an effect can
/// be stored, compared by behaviour in tests, transformed with ``map(_:)`` and thrown away, and nothing happens until a
/// store gets it.
///
/// ```swift
/// case .refreshButtonTapped:
///   return .run { send in
///     await send(.response(try await client.fetch()))
///   }
/// ```
public struct Effect<Action> {
  @usableFromInline let operation: Operation

  @inlinable init(_ operation: Operation) {
    self.operation = operation
  }

  /// What the store has to do. Cases that carry more than a reference are boxed, so that an effect is a word that is
  /// returned in a register and `.none` costs nothing.
  @usableFromInline enum Operation {
    case none
    indirect case send(Action)
    case run(RunOperation<Action>)
    case merge(EffectList<Action>)
    case concatenate(EffectList<Action>)
    indirect case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
    /// An effect that is cancellable, and counts among those with its id.
    indirect case limited(Effect, id: CancelID, EffectLimit)
    indirect case cancel(id: CancelID)
    /// The effects of one child, which are cancelled when the child goes away, and what ends its presentation, if it is
    /// presented.
    indirect case scoped(Effect, ScopeElement, dismissal: Action?)
    case cancelScopes([ScopeElement])
    /// Cancels the effects of children that are there no longer.
    indirect case retainScopes(RetainedScopes)
    indirect case rateLimited(Effect, id: CancelID, RateLimit)
  }

  /// Whether there is nothing to do.
  @inlinable var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}

/// Sending an effect elsewhere is safe when its actions are: operations and cancellation ids are `Sendable` anyway.
extension Effect: Sendable where Action: Sendable {}
extension Effect.Operation: Sendable where Action: Sendable {}

extension Effect {
  /// An effect that does nothing.
  @inlinable public static var none: Self { Self(.none) }

  /// An effect that sends an action back to the store, after the actions that wait already and before
  /// ``Store/send(_:)`` returns.
  ///
  /// Use it to hand something to a parent feature, not to share logic: a method that both cases call is simpler.
  @inlinable public static func send(_ action: Action) -> Self { Self(.send(action)) }
}
