import Dependencies

/// The implementation of a store. A root core holds the state; a scoped core finds its state in that of its parent.
@usableFromInline class Core<State, Action> {
  @usableFromInline let runtime: StoreRuntime
  /// The state of a root core: reducers and readers use it at this address, and there is no other copy.
  @usableFromInline let storage: UnsafeMutablePointer<State>?
  /// The state that a scoped core reads when its own no longer exists; `nil` if that can't happen.
  @usableFromInline let lastState: LastState<State>?
  /// The observed values of this state; `nil` until something is observed.
  @usableFromInline final var observation: ObservationNode<State>?
  /// The stores that were scoped from this one.
  final var children = ScopeCache()

  @inlinable init(runtime: StoreRuntime, storage: UnsafeMutablePointer<State>? = nil, lastState: LastState<State>?) {
    self.runtime = runtime
    self.storage = storage
    self.lastState = lastState
  }

  deinit {
    storage?.free()
  }

  /// Calls `body` with the address of the state if the state exists. Actions that `body` sends are reduced after it has
  /// returned.
  /// - Returns: Whether the state exists.
  @inlinable final func withState(_ body: (UnsafePointer<State>) -> Void) -> Bool {
    let access = beginReading()
    defer { endReading(access) }
    return findState(body)
  }

  /// Does what `withState` does. Called between `beginReading` and `endReading`.
  @usableFromInline func findState(_ body: (UnsafePointer<State>) -> Void) -> Bool {
    guard let storage else { return false }
    body(UnsafePointer(storage))
    return true
  }

  /// Whether the state exists. `true` while a reducer runs, because its outcome is not known yet.
  @inlinable final var isThere: Bool {
    storage != nil || runtime.flags.contains(.modifying) || withState { _ in }
  }

  /// Calls `body` with the address of the state or, if it no longer exists, of the state that was last read. Called
  /// between `beginReading` and `endReading`.
  @inlinable final func readState<Value>(_ body: (UnsafePointer<State>) -> Value) -> Value {
    var value: Value?
    let isThere = findState {
      lastState?.update(from: $0)
      value = body($0)
    }
    if isThere, let value { return value }
    return readLastState(body)
  }

  /// Not inlined, so that the copy takes no room on the stack while the state exists.
  @inline(never) @usableFromInline final func readLastState<Value>(_ body: (UnsafePointer<State>) -> Value) -> Value {
    guard let lastState else { fatalError("A core whose state may be gone keeps the last state.") }
    // A copy, because `body` may replace the last state.
    return withUnsafePointer(to: lastState.state, body)
  }

  /// Translates an action to an action of the root, and sends it there.
  ///
  /// - Parameter location: The line that sent the action, for the issue that is reported if the state no longer exists;
  ///   `nil` if the caller has checked this state, or the state of a child in it.
  @usableFromInline func send(_ action: Action, at location: IssueLocation?) -> StoreTask {
    if let location { Self.reportStateIsGone(action, at: location) }
    return StoreTask()
  }

  /// Returns the observation node of this core's state, made and added to the parent's node on first use.
  @usableFromInline func observationNode() -> ObservationNode<State> {
    if let observation { return observation }
    let node = ObservationNode(lastState: lastState)
    observation = node
    return node
  }

  /// Returns the operator that runs the feature with this state, and the child that it runs here. Where nobody knows it,
  /// these are those of the nearest feature around it. `nil` if the child does not exist.
  func operatorInStore() -> (owner: ScopeOwner?, path: ScopePath?)? { (nil, nil) }

  /// Returns a reference to the state that does not keep the store alive.
  func reference() -> CoreReference<State, Action> {
    CoreReference(self, root: self) { nil }
  }

  @usableFromInline static func reportStateIsGone(_ action: Action, at location: IssueLocation) {
    reportIssue(
      """
      A scoped store got an action when its state was gone. The action was ignored.

        Action:
      \(indentedDump(action))
        Store:  \(typeName(Store<State, Action>.self))

      The store was scoped to optional state that has become "nil", to a case that the enum has left, or to an element \
      that was removed. This usually means that a view or a callback outlived the feature that it belongs to. Send from \
      where the state is known to be there, or cancel the work that sends when the state goes away.
      """,
      at: location,
      article: .composingFeatures
    )
  }
}
