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
  /// They can send no more when this returns. What they call may take its time to notice; `finish()` does not wait
  /// for it.
  public func cancel() async {
    await group?.cancel()
  }

  /// Whether nothing is in flight any more.
  public var isFinished: Bool {
    get async {
      await group?.isFinished ?? true
    }
  }
}

/// The effects of one send, as seen from anywhere.
@usableFromInline protocol EffectGroup: Sendable {
  var isFinished: Bool { get async }
  /// Waits until none is in flight. Cancelling the task that waits cancels them.
  func finish() async
  func cancel() async
}
