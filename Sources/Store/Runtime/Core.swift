import Dependencies

/// What a store does its work with: the root's own core, or one that finds its state in a parent's.
@usableFromInline class Core<State, Action> {
  @usableFromInline let runtime: StoreRuntime
  /// For a root, its state. For a scoped core, the state to read when it is gone: what it was when the core was made or,
  /// where a computed property has it, when it was last read.
  ///
  /// The state lives here and nowhere else: reducers and readers get at it by address.
  @usableFromInline let storage: UnsafeMutablePointer<State>
  @usableFromInline let isRoot: Bool
  /// What is observed of this state, once something is.
  @exclusivity(unchecked) @usableFromInline final var observation: ObservationNode<State>?
  /// The stores that were scoped from this one.
  @exclusivity(unchecked) @usableFromInline final var children = ScopeCache()

  @inlinable init(runtime: StoreRuntime, state: State, isRoot: Bool) {
    self.runtime = runtime
    self.isRoot = isRoot
    storage = .allocate(capacity: 1)
    storage.initialize(to: state)
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// Hands the address of the state to `body`, unless the state is gone. An action that `body` sends is reduced when it
  /// has returned.
  /// - Returns: Whether it is there.
  @inlinable final func withState(_ body: (UnsafePointer<State>) -> Void) -> Bool {
    let access = beginReading()
    defer { endReading(access) }
    return findState(body)
  }

  /// Does what `withState` does, for somebody who has begun to read.
  @usableFromInline func findState(_ body: (UnsafePointer<State>) -> Void) -> Bool {
    body(UnsafePointer(storage))
    return true
  }

  /// Whether the state is there. While a reducer runs nobody knows what it will leave, so it counts as there.
  @inlinable final var isThere: Bool {
    isRoot || runtime.flags.contains(.modifying) || withState { _ in }
  }

  /// Keeps a scoped core's state for when it is gone.
  @usableFromInline final func keep(_ state: UnsafePointer<State>) {
    // What was kept before goes when all is in place, as that may run code.
    var state = state.pointee
    swap(&state, &storage.pointee)
  }

  /// Does what has come up while somebody read the state.
  @usableFromInline func resume() {
    fatalError("Every core overrides this.")
  }

  /// Describes the action that is being reduced.
  @usableFromInline func dumpOfReducedAction() -> String {
    fatalError("Every core overrides this.")
  }

  /// Sends an action to the root, translated on the way.
  ///
  /// - Parameter location: Where the store was sent to, for the issue that is reported if its state is gone.
  @usableFromInline func send(_ action: Action, at location: IssueLocation) -> StoreTask {
    fatalError("Every core overrides this.")
  }

  /// Sends an action of a child whose state is there, and so this core's.
  @usableFromInline func forward(_ action: Action) -> StoreTask {
    fatalError("Every core overrides this.")
  }

  /// The node that holds what is observed of this core's state, tied into that of its parent.
  @usableFromInline func observationNode() -> ObservationNode<State> {
    if let observation { return observation }
    let node = ObservationNode<State>()
    observation = node
    return node
  }

  /// A reference to the state that keeps no store.
  @usableFromInline func reference() -> CoreReference<State, Action> {
    CoreReference(self) { nil }
  }

  @usableFromInline func reportStateIsGone(_ action: Action, at location: IssueLocation) {
    Self.reportStateIsGone(action, at: location)
  }

  static func reportStateIsGone(_ action: Action, at location: IssueLocation) {
    reportIssue(
      """
      A scoped store got an action when its state was gone. The action was ignored.

        Action:
      \(indentedDump(action))
        Store:  Store<\(State.self), \(Action.self)>

      The store was scoped to optional state that has become "nil", to a case that the enum has left, or to an element \
      that was removed. This usually means that a view or a callback outlived the feature that it belongs to. Send from \
      where the state is known to be there, or cancel the work that sends when the state goes away.
      """,
      at: location
    )
  }
}
