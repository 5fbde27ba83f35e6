extension Store {
  /// The current state, then each different state that the store has whenever its queue of actions is empty.
  ///
  /// ```swift
  /// for await state in store.states {
  ///   render(state)
  /// }
  /// ```
  ///
  /// Does what ``states(_:)`` does for the entire state. The state that waits to be read is a copy, so an action that
  /// changes a large array has to copy the array first. Where that matters, read only the part that you need.
  public var states: StoreStates<State> {
    states(\.self)
  }

  /// The current value of a key path, then each different value that it has whenever the store's queue of actions is
  /// empty.
  ///
  /// ```swift
  /// for await query in store.states(\.query) {
  ///   search(query)
  /// }
  /// ```
  ///
  /// A value is delivered when the store has reduced all waiting actions, if the value differs from the one before (if
  /// it is not `Equatable`, after every action). If values arrive faster than the loop reads them, it gets only the
  /// newest, which may equal the one that it had last.
  ///
  /// The loop ends when its task is cancelled or the store is released; for a scoped store, when its state no longer
  /// exists or the store that it was scoped from is released. Nothing has to hold the scoped store itself.
  ///
  /// The sequence belongs to the store's actor, but does not keep the store alive. Code on other actors uses
  /// ``StoreHandle/states(_:)``.
  public func states<Value>(_ keyPath: KeyPath<State, Value>) -> StoreStates<Value> {
    StoreStates { [reference = core.reference()] subscription in
      guard let core = reference.core else { return subscription.finish() }
      core.adoptActor()
      core.deliverStates(at: keyPath, to: subscription)
    }
  }
}
