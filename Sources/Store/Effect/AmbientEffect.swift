/// The effect that the current task works for, as used by functions that an operation calls without its `Send`.
@usableFromInline protocol AmbientEffect: Sendable {
  var id: Int { get }
  /// The actor of the effect's store.
  var isolation: any Actor { get }
  /// Where its tasks run when they are not on an actor.
  var executor: (any TaskExecutor)? { get }
  /// Whether the current task is the effect's own, and not one that it started.
  var isInItsOwnTask: Bool { get }
  /// Begins a cancellation scope: a part of the effect that can be cancelled alone.
  /// - Returns: The number to end the scope with, or `nil` if the effect was cancelled or its store is gone.
  func beginCancellationScope(
    id: CancelID,
    cancelInFlight: Bool,
    isolation: isolated any Actor,
    stop: @escaping @Sendable () -> Void
  ) async -> Int?
  func endCancellationScope(_ scope: Int, isolation: isolated any Actor) async
  /// Cancels the effects under an id, as `.cancel(id:)` from the same reducer would.
  func cancelEffects(id: CancelID)
  /// Dismisses the innermost presented feature that the effect belongs to.
  /// - Returns: Whether the effect belongs to a presented feature, or the store has an action for the dismissal of its
  ///   root.
  func dismiss(isolation: isolated any Actor) async -> Bool
}

@usableFromInline package enum CurrentEffect {
  @usableFromInline static let local = TaskLocal<(any AmbientEffect)?>(wrappedValue: nil)

  static var value: (any AmbientEffect)? { local.get() }

  /// The ``EffectDescription/id`` of the effect that the current task works for, or `nil` if there is none.
  package static var id: Int? { value?.id }

  /// Whether the current task is that effect's own, and not one that it started.
  package static var isInItsOwnTask: Bool { value?.isInItsOwnTask ?? false }
}
