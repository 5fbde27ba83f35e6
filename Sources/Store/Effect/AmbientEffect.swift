/// The effect that a task works for, as seen by functions that an operation calls without a `Send`.
@usableFromInline protocol AmbientEffect: Sendable {
  var id: Int { get }
  /// Where its tasks run when they are not on an actor.
  var executor: (any TaskExecutor)? { get }
  /// Whether the current task is the effect's own, and not one that it started.
  var isInItsOwnTask: Bool { get }
  /// Starts a cancellation scope: a part of the effect that can be cancelled alone.
  /// - Returns: What ends it, or `nil` if the effect is over.
  func beginCancellationScope(id: CancelID, cancelInFlight: Bool, stop: @escaping @Sendable () -> Void) async -> Int?
  func endCancellationScope(_ scope: Int) async
  /// Cancels what runs under an id, as `.cancel(id:)` returned by the same reducer would.
  func cancelEffects(id: CancelID)
  /// Ends the presentation of the innermost presented feature that the effect belongs to.
  /// - Returns: Whether there is one.
  func dismiss() async -> Bool
}

@usableFromInline package enum CurrentEffect {
  @usableFromInline static let local = TaskLocal<(any AmbientEffect)?>(wrappedValue: nil)

  static var value: (any AmbientEffect)? { local.get() }

  /// The id of the effect that the current task works for, as in its ``EffectDescription``.
  package static var id: Int? { value?.id }

  /// Whether the current task is that effect's own, and not one that it started.
  package static var isInItsOwnTask: Bool { value?.isInItsOwnTask ?? false }
}
