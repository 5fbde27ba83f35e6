extension Effect {
  /// Transforms every action that the effect sends.
  ///
  /// - Parameter transform: Returns the new action. It can be called on any thread.
  /// - Returns: An effect that does the same work and sends the new actions.
  /// - Complexity: O(*n*) in the number of effects that this one is composed of.
  public func map<NewAction>(_ transform: @escaping @Sendable (Action) -> NewAction) -> Effect<NewAction> {
    map(transform) { nil }
  }

  /// - Parameter extend: Makes a function that extends the way to the state. Called for operations that use the state.
  @usableFromInline func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction,
    extending extend: () -> AccessExtension<NewAction, Action>?
  ) -> Effect<NewAction> {
    func mapped(_ effect: Effect) -> Effect<NewAction> { effect.map(transform, extending: extend) }
    return switch operation {
    case .none:
      .none
    case .send(let action):
      .send(transform(action))
    case .run(let run):
      Effect<NewAction>(.run(run.map(transform, run.usesState ? extend() : nil)))
    case .merge(let effects):
      Effect<NewAction>(.merge(effects.map(mapped)))
    case .concatenate(let effects):
      Effect<NewAction>(.concatenate(effects.map(mapped)))
    case .cancellable(let effect, let marks):
      Effect<NewAction>(.cancellable(mapped(effect), marks))
    case .cancel(let id):
      Effect<NewAction>(.cancel(id: id))
    case .scoped(let effect, let element, let dismissal):
      Effect<NewAction>(.scoped(mapped(effect), element, dismissal: dismissal.map(transform)))
    case .delayed(let effect, let delay):
      Effect<NewAction>(.delayed(mapped(effect), delay))
    case .throttled(let effect, let limit):
      Effect<NewAction>(.throttled(mapped(effect), limit))
    case .ofLifetime(let effect, let event):
      Effect<NewAction>(.ofLifetime(mapped(effect), event))
    }
  }
}
