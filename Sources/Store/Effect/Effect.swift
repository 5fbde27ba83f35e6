import Dependencies

/// Work that a reducer asks its store to do: nothing, another action, an asynchronous operation, or a composition of
/// those.
///
/// An effect is a value that describes work; the store that receives it from its reducer does the work. So an effect
/// can be stored, transformed with ``map(_:)`` and thrown away, and nothing happens until a store gets it.
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

  /// The work. Cases that carry more than a reference are boxed, so that an effect is one word, which is returned in a
  /// register, and `.none` costs nothing.
  @usableFromInline enum Operation {
    case none
    indirect case send(Action)
    case run(RunOperation<Action>)
    case merge([Effect])
    case concatenate([Effect])
    /// The marks are in the order in which they were applied.
    indirect case cancellable(Effect, [CancellationMark])
    indirect case cancel(id: CancelID)
    /// The effects of one child, which are cancelled when the child is removed, and the action that dismisses the child
    /// if it is presented.
    indirect case scoped(Effect, ScopeElement, dismissal: Action?)
    indirect case delayed(Effect, Delay)
    indirect case throttled(Effect, ThrottleLimit)
    /// An effect whose cause is the beginning, a change or the end of a feature.
    indirect case ofLifetime(Effect, LifetimeEvent)
  }

  /// Whether this is the effect that does nothing.
  @inlinable var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}

/// Actions are all that can make an effect unsafe to share: operations and cancellation ids are always `Sendable`.
extension Effect: Sendable where Action: Sendable {}
extension Effect.Operation: Sendable where Action: Sendable {}

extension Effect {
  /// An effect that does nothing.
  @inlinable public static var none: Self { Self(.none) }

  /// An effect that sends an action back to the store, after the actions that are already waiting and before
  /// ``Store/send(_:)`` returns.
  ///
  /// Use it to notify a parent feature. To share logic between two cases, a method that both call is simpler.
  @inlinable public static func send(_ action: Action) -> Self { Self(.send(action)) }
}
