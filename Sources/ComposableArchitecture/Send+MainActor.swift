import Store

extension Send {
  /// Sends an action from code on the main actor, without `await`, as in TCA.
  ///
  /// ```swift
  /// return .run { @MainActor send in send(.started) }
  /// ```
  ///
  /// If the store belongs to the main actor, it has reduced the action when this returns.
  @MainActor public func callAsFunction(_ action: sending Action) {
    guard !Task.isCancelled else { return }
    nonisolated(unsafe) let action = action
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate { await self(action) }
    } else {
      Task { await self(action) }
    }
  }
}
