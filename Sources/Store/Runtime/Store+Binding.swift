import Dependencies

extension Store where Action: BindableAction, Action.State == State {
  /// The value at a key path of the state. Writing it sends the binding action that sets the value.
  ///
  /// If the state of a scoped store no longer exists, nothing is sent or reported, because controls write once more
  /// while they disappear.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    @inline(__always) get {
      core.isTracked(keyPath) ? core.track(keyPath) { $0 == $1 } : core.read(keyPath)
    }
    set {
      write(keyPath, newValue) { .binding($0) }
    }
  }
}

extension Store
where Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
  /// The value at a key path of the state. Writing it sends the binding action that sets the value, as an action of the
  /// view.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    @inline(__always) get {
      core.isTracked(keyPath) ? core.track(keyPath) { $0 == $1 } : core.read(keyPath)
    }
    set {
      write(keyPath, newValue) { .view(.binding($0)) }
    }
  }
}

extension Store {
  /// Sends the binding action that writes a value, and reports an issue if no reducer writes it.
  func write<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ value: Value,
    _ embed: (BindingAction<State>) -> Action
  ) {
    guard core.isThere else { return }
    let isWritten = LockIsolated(false)
    // An action that waits in the queue, because a reducer or a reader sent it, is not checked.
    let isReducedNow = core.runtime.flags.isDisjoint(with: [.reducing, .reading, .halted])
    send(embed(.set(keyPath, value) { isWritten.setValue(true) }))
    guard isReducedNow, !isWritten.value, core.isThere else { return }
    reportUnhandled(embed(.set(keyPath, value)))
  }

  private func reportUnhandled(_ action: Action) {
    reportIssue(
      """
      A binding action that was sent from a store was not handled. Nothing was written.

        Action:
      \(indentedDump(action))
        Store:  \(typeName(Store<State, Action>.self))

      This usually means that the body of the feature has no "BindingReducer()". Add it, before the reducers that react to \
      what was written; if the bindings are among the actions of the view, "BindingReducer(action: \\.view)".
      """,
      at: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
      article: .bindings
    )
  }
}
