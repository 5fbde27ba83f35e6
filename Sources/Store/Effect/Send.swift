/// Sends actions from an effect back to the store that runs it.
///
/// ```swift
/// return .run { send in
///   await send(.started)
///   await send(.finished(try await client.upload()))
/// }
/// ```
///
/// `await send(action)` switches to the store's actor from wherever the effect runs, and returns when the store has
/// reduced the action.
///
/// A cancelled task sends nothing, and nothing is reported. That applies to the effect, and to each part of it that was
/// cancelled alone: the loser of a race in a task group, an `async let` that was not awaited, the operation of a
/// `withTaskCancellation`. Actions that are sent after the effect has finished, because `send` escaped from it, are
/// dropped and reported.
public struct Send<Action>: Sendable {
  @usableFromInline let deliver: nonisolated(nonsending) @Sendable (sending Action) async -> Void

  /// The way to the feature's state, if the effect uses it.
  let access: (any FeatureAccess<Action>)?

  @usableFromInline init(
    access: (any FeatureAccess<Action>)? = nil,
    _ deliver: nonisolated(nonsending) @escaping @Sendable (sending Action) async -> Void
  ) {
    self.access = access
    self.deliver = deliver
  }

  /// Makes a value that calls a function instead of sending to a store, to test a function that takes a `Send`.
  ///
  /// ```swift
  /// var received: [Counter.Action] = []
  /// await count(Send { received.append($0) })
  /// ```
  ///
  /// - Parameter send: Called with each action, on the main actor.
  public init(send: @escaping @MainActor @Sendable (_ action: Action) -> Void) {
    self.init { (action: sending Action) in await send(action) }
  }

  /// Sends an action to the store, unless the current task was cancelled.
  @inlinable public func callAsFunction(_ action: sending Action) async {
    await deliver(action)
  }

  /// A `Send` for a child's actions.
  func pullback<ChildAction>(
    _ transform: @escaping @Sendable (ChildAction) -> Action,
    _ extend: AccessExtension<Action, ChildAction>?
  ) -> Send<ChildAction> {
    // Not in a capture list: with Swift 6.2 and 6.3, a closure with a capture list does not stay on its caller's actor.
    let deliver = deliver
    let access = access.map { extend?.extend($0) ?? MappedAccess(parent: $0, transform: transform) }
    return Send<ChildAction>(access: access) { action in
      // Sound because a `@Sendable` function can't keep its argument, so its result is as disconnected as the argument
      // was.
      nonisolated(unsafe) let transformed = transform(action)
      await deliver(transformed)
    }
  }
}
