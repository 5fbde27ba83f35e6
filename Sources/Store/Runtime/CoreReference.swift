import Dependencies

/// Finds a state that belongs to a store, or was scoped from one, for as long as the root store is there. It keeps
/// neither the root store nor the scoped one.
struct CoreReference<State, Action> {
  private weak let original: Core<State, Action>?
  /// Lives as long as the root store.
  private weak let runtime: StoreRuntime?
  private let forward: ((Action, IssueLocation) -> StoreTask)?
  private let remake: () -> Core<State, Action>?

  /// - Parameters:
  ///   - forward: Sends an action to the parent, where that does not depend on the state.
  ///   - remake: Scopes anew, when nobody holds the store that the core belongs to.
  init(
    _ core: Core<State, Action>,
    forward: ((Action, IssueLocation) -> StoreTask)? = nil,
    remake: @escaping () -> Core<State, Action>?
  ) {
    original = core
    runtime = core.runtime
    self.forward = forward
    self.remake = remake
  }

  /// A core for the state; `nil` if the root store is gone, or nobody holds the scoped store and its state is gone.
  var core: Core<State, Action>? { original ?? remake() }

  /// Sends an action, or reports it if the state that it is meant for is gone. Drops it when the root store is gone.
  func send(_ action: Action, at location: IssueLocation) -> StoreTask {
    if let original { return original.send(action, at: location) }
    if let forward { return forward(action, location) }
    if let core { return core.send(action, at: location) }
    if runtime != nil { Core<State, Action>.reportStateIsGone(action, at: location) }
    return StoreTask()
  }
}
