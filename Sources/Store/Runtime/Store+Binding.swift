extension Store where Action: BindableAction, Action.State == State {
  /// The value at a key path of the state. Writing it sends the binding action for it.
  ///
  /// Where the state of a scoped store is gone, nothing is sent: controls write once more while they go away.
  @inlinable
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    @inline(__always) get {
      core.isTracked(keyPath) ? core.track(keyPath) { $0 == $1 } : core.read(keyPath)
    }
    set {
      write(.binding(.set(keyPath, newValue)))
    }
  }
}

extension Store
where Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
  /// The value at a key path of the state. Writing it sends the binding action for it, as an action of the view.
  @inlinable
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    @inline(__always) get {
      core.isTracked(keyPath) ? core.track(keyPath) { $0 == $1 } : core.read(keyPath)
    }
    set {
      write(.view(.binding(.set(keyPath, newValue))))
    }
  }
}

extension Store {
  @usableFromInline func write(_ action: Action) {
    if core.isThere { send(action) }
  }
}
