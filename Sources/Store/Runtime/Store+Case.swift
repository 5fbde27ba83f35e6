extension Store where State: CaseReducerState, State.StateReducer.CaseStore == Store {
  /// The case that the state is in, with the store of the child if the case holds a feature.
  ///
  /// ```swift
  /// switch store.case {
  /// case .timer(let store): TimerScreen(store: store)
  /// case .alert: EmptyScreen()
  /// case .summary(let seconds): SummaryScreen(seconds: seconds)
  /// }
  /// ```
  ///
  /// Under observation tracking this registers the observer for changes to another case, or to another child in the
  /// same case; not for changes within the child.
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }
}

// Called by the code that `@Reducer` generates for `scope(_:)`.
extension CaseReducer {
  /// Returns the state of a store. Reading it registers the observer for another case or another child, not for any
  /// other change.
  public static func observedCase(of store: Store<State, Action>) -> State {
    let core = store.core
    if core.isTracked(\State.self, .caseIdentity) {
      let identity = ChildIdentity<State>()
      core.track(\State.self, .caseIdentity) { identity($0) }
    }
    return core.read(\.self)
  }

  /// Registers the observer for all changes of a store's state.
  public static func observePayload(of store: Store<State, Action>) {
    _ = store.state
  }

  /// Returns the store of a case's child.
  ///
  /// - Parameter lastState: The state of the store that is returned, if the state of the parent no longer exists.
  public static func child<ChildState, ChildAction>(
    of store: Store<State, Action>,
    state: KeyPath<State, ChildState?>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>,
    lastState: ChildState
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    if let child = store.scope(state: state, action: action) { return child }
    let scoping = store.scoping(
      optionalState: state,
      action: action,
      embed: Action.allCasePaths[keyPath: action]._embed,
      look: OptionalPlace(StatePlace(reading: state)).look
    )
    return Store(core: ScopedCore(parent: store.core, state: lastState, scope: scoping))
  }
}
