/// What an action that was sent to a store has set going: its effects, and those of actions that these effects sent.
///
/// ```swift
/// await store.send(.refresh).finish()
/// ```
///
/// A task that is thrown away goes on; the store owns its effects.
public struct StoreTask: Sendable {
  /// `nil` if there was nothing to do.
  @usableFromInline let group: (any EffectGroup)?

  /// A task of an action that set nothing going.
  @inlinable package init() {
    group = nil
  }

  @usableFromInline init(group: some EffectGroup) {
    self.group = group
  }

  /// Waits until all of it has finished.
  ///
  /// Cancelling the task that waits cancels the effects.
  public func finish() async {
    await group?.finish()
  }

  /// Cancels the effects and those of actions that they sent.
  ///
  /// Called on the store's actor, outside of its reducers, it has cancelled them when it returns: they can send no more.
  /// Called elsewhere, it cancels them as soon as the actor is free, and `finish()` waits until then. What the effects
  /// call may take its time to notice; `finish()` does not wait for that.
  public func cancel() {
    group?.cancel()
  }

  /// Cancels the effects, wherever it is called. They can send no more when this returns.
  package func cancelAndWait() async {
    await group?.cancelAndWait()
  }

  /// Whether the task was cancelled: by ``cancel()``, or because a task was cancelled that waited in ``finish()``.
  ///
  /// It is `true` also if nothing was in flight any more when `send` returned.
  public var isCancelled: Bool {
    group?.isCancelled ?? true
  }

  /// Whether nothing is in flight any more.
  public var isFinished: Bool {
    get async {
      await group?.isFinished ?? true
    }
  }
}

extension StoreTask: Hashable {
  /// Whether both are the task of the same `send`, or neither had anything to do.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.group === rhs.group }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(group.map { ObjectIdentifier($0) })
  }
}

/// The effects of one send, as seen from anywhere.
@usableFromInline protocol EffectGroup: AnyObject, Sendable {
  var isCancelled: Bool { get }
  var isFinished: Bool { get async }
  /// Waits until none is in flight. Cancelling the task that waits cancels them.
  func finish() async
  func cancel()
  func cancelAndWait() async
}
