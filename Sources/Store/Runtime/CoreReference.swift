import Dependencies

/// Finds the core for a store's state for as long as the root store exists, even after the core has been released.
/// Keeps neither the root store nor the scoped one alive.
struct CoreReference<State, Action> {
  private weak let original: Core<State, Action>?
  weak let root: AnyObject?
  private let forward: ((Action, IssueLocation) -> StoreTask)?
  private let remake: () -> Core<State, Action>?

  /// - Parameters:
  ///   - root: The core of the root store.
  ///   - forward: Sends an action to the parent, if that does not depend on whether the child's state exists.
  ///   - remake: Makes the core again after it has been released. Returns `nil` if that is impossible.
  init(
    _ core: Core<State, Action>,
    root: AnyObject?,
    forward: ((Action, IssueLocation) -> StoreTask)? = nil,
    remake: @escaping () -> Core<State, Action>?
  ) {
    original = core
    self.root = root
    self.forward = forward
    self.remake = remake
  }

  /// A core for the state; `nil` if the root store has been released, or if the core was released and its state no
  /// longer exists.
  var core: Core<State, Action>? { original ?? remake() }

  /// Sends an action. Reports it if its state no longer exists, and drops it if the root store has been released.
  func send(_ action: Action, at location: IssueLocation) -> StoreTask {
    if let original { return original.send(action, at: location) }
    if let forward { return forward(action, location) }
    if let core { return core.send(action, at: location) }
    if root != nil { Core<State, Action>.reportStateIsGone(action, at: location) }
    return StoreTask()
  }
}
