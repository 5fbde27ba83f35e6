/// Sends actions from an effect back to the store that runs it.
///
/// ```swift
/// return .run { send in
///   await send(.started)
///   await send(.finished(try await client.upload()))
/// }
/// ```
///
/// `await send(action)` comes back to the store's actor from wherever the effect is, and returns when the store has
/// reduced the action.
///
/// A task that is cancelled sends nothing, silently: not the effect when it is cancelled, nor a part of it that was - the
/// loser of a race in a task group, an `async let` that was left behind, what a `withTaskCancellation` runs. Once the effect
/// has finished - because `send` escaped from it - sends are dropped and reported.
public struct Send<Action>: Sendable {
  @usableFromInline let deliver: nonisolated(nonsending) @Sendable (sending Action) async -> Void

  @usableFromInline init(_ deliver: nonisolated(nonsending) @escaping @Sendable (sending Action) async -> Void) {
    self.deliver = deliver
  }

  /// Makes a value that sends actions somewhere else, for a test of a function that takes one.
  ///
  /// ```swift
  /// var received: [Counter.Action] = []
  /// await count(Send { received.append($0) })
  /// ```
  ///
  /// - Parameter send: Receives the actions, on the main actor.
  public init(send: @escaping @MainActor @Sendable (_ action: Action) -> Void) {
    self.init { (action: sending Action) in await send(action) }
  }

  /// Sends an action to the store, unless the task that this is called in was cancelled.
  @inlinable public func callAsFunction(_ action: sending Action) async {
    await deliver(action)
  }

  /// A `Send` for a child's actions.
  func pullback<ChildAction>(_ transform: @escaping @Sendable (ChildAction) -> Action) -> Send<ChildAction> {
    // Not in a capture list: a closure that has one does not stay on its caller's actor (Swift 6.3).
    let deliver = deliver
    return Send<ChildAction> { action in
      // Sound because a `@Sendable` function can't keep its argument, so its result is as disconnected as the argument
      // was.
      nonisolated(unsafe) let transformed = transform(action)
      await deliver(transformed)
    }
  }
}
