extension Effect {
  /// Assigns the effect to a child, so that it is cancelled when the child is removed.
  ///
  /// - Parameters:
  ///   - isGone: Whether the same action has removed the child. Only the actions that the effect sends at once are then
  ///     left of it.
  ///   - dismissal: The action that ends the child's presentation, if it is presented.
  @inlinable func scoped(_ element: ScopeElement, isGone: Bool, dismissal: Action? = nil) -> Self {
    isGone ? sends : Self(.scoped(self, element, dismissal: dismissal))
  }

  /// The actions that the effect sends before it waits for anything.
  @usableFromInline var sends: Self {
    var actions: [Action] = []
    _ = collectSends(&actions)
    return .merge(actions.map(Self.send))
  }

  /// - Returns: Whether the effect ends at once.
  private func collectSends(_ actions: inout [Action]) -> Bool {
    switch operation {
    case .none, .cancel:
      return true
    case .send(let action):
      actions.append(action)
      return true
    case .run, .delayed, .throttled:
      return false
    case .merge(let effects):
      return effects.reduce(true) { $1.collectSends(&actions) && $0 }
    case .concatenate(let effects):
      return effects.allSatisfy { $0.collectSends(&actions) }
    case .cancellable(let effect, _), .scoped(let effect, _, _), .ofLifetime(let effect, _):
      return effect.collectSends(&actions)
    }
  }
}
