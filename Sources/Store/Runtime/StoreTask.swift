/// The effects that an action sent to a store has started, and the effects of the actions that these effects send.
///
/// ```swift
/// await store.send(.refresh).finish()
/// ```
///
/// Releasing a task cancels nothing: the store owns the effects.
public struct StoreTask: Sendable {
  /// `nil` if the action started no effects.
  @usableFromInline let group: (any EffectGroup)?

  /// A task without effects.
  @inlinable package init() {
    group = nil
  }

  @usableFromInline init(group: some EffectGroup) {
    self.group = group
  }

  /// Waits until all of these effects have finished.
  ///
  /// Cancelling the Swift task that waits cancels the effects.
  public func finish() async {
    await group?.finish()
  }

  /// Cancels these effects, and the effects of the actions that they sent.
  ///
  /// When it is called on the store's actor, outside of reducers, the effects are cancelled when this returns: they can
  /// send no more. Elsewhere, they are cancelled as soon as the actor is free, and `finish()` waits until then. An
  /// operation may take its time to notice the cancellation; `finish()` does not wait for that. An effect that was made
  /// with `cancelled` tells the reducer: see ``Effect/run(priority:name:operation:catch:cancelled:)``.
  public func cancel() {
    group?.cancel()
  }

  /// Cancels the effects, wherever it is called. When this returns they can send no more.
  package func cancelAndWait() async {
    await group?.cancelAndWait()
  }

  /// Whether the effects were cancelled: by ``cancel()``, or because a Swift task that waited in ``finish()`` was
  /// cancelled.
  ///
  /// It is `true` also if no effects were in flight when `send` returned.
  public var isCancelled: Bool {
    group?.isCancelled ?? true
  }

  /// Whether no effects are in flight any more.
  public var isFinished: Bool {
    get async {
      await group?.isFinished ?? true
    }
  }
}

extension StoreTask: Hashable {
  /// Whether both are the task of the same `send`, or neither has effects.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.group === rhs.group }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(group.map { ObjectIdentifier($0) })
  }
}

/// The effects of one `send`. Can be used from any thread.
@usableFromInline protocol EffectGroup: AnyObject, Sendable {
  var isCancelled: Bool { get }
  var isFinished: Bool { get async }
  /// Waits until none of the effects is in flight. Cancelling the task that waits cancels the effects.
  func finish() async
  func cancel()
  func cancelAndWait() async
}
