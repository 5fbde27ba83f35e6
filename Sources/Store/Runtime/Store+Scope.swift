extension Store {
  /// The store of a child feature: it reads a part of this store's state and sends through this store.
  ///
  /// ```swift
  /// let settings = store.scope(state: \.settings, action: \.settings)
  /// settings.send(.soundToggled)  // the same as store.send(.settings(.soundToggled))
  /// ```
  ///
  /// Scoping again by the same key paths gives the same store for as long as somebody holds it.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let child = cachedChild(state, action, as: Store<ChildState, ChildAction>.self) { return child }
    let scoping = core.runtime.scoping(state, action) {
      Scoping<State, Action, ChildState, ChildAction>(isAlwaysThere: true, project: projection(state), embed: AnyCasePath(action)._embed)
    }
    return insertChild(Store<ChildState, ChildAction>(core, core.read(state), scoping), state, action)
  }

  /// The store of a child feature that is there only at times, or `nil` when its state is.
  ///
  /// ```swift
  /// if let editor = store.scope(state: \.editor, action: \.editor) {
  ///   editor.send(.saveButtonTapped)
  /// }
  /// ```
  ///
  /// Under observation tracking this registers for the child's coming and going. When the state goes away while somebody
  /// holds the store, the store goes on reading the last it knows of it, and reports and ignores what it is sent.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    if core.runtime.gate.isTracking { core.track(state, .presence) { $0.pointee[keyPath: state] != nil } }
    var childState: ChildState?
    if let child = cachedChild(state, action, as: Store<ChildState, ChildAction>.self) {
      return child.core.withState { _ in } ? child : nil
    }
    _ = core.withState { childState = $0.pointee[keyPath: state] }
    guard let childState else { return nil }
    let scoping = core.runtime.scoping(state, action) {
      Scoping<State, Action, ChildState, ChildAction>(isAlwaysThere: false, project: optionalProjection(state), embed: AnyCasePath(action)._embed)
    }
    return insertChild(Store<ChildState, ChildAction>(core, childState, scoping), state, action)
  }

  private convenience init<ParentState, ParentAction>(
    _ parent: Core<ParentState, ParentAction>,
    _ state: State,
    _ scoping: Scoping<ParentState, ParentAction, State, Action>
  ) {
    self.init(core: ScopedCore(parent: parent, state: state, scope: scoping))
  }

  private func cachedChild<Child: AnyObject>(_ state: AnyKeyPath, _ action: AnyKeyPath, as: Child.Type) -> Child? {
    core.children.child(state: state, action: action) as? Child
  }

  private func insertChild<Child: AnyObject>(_ child: Child, _ state: AnyKeyPath, _ action: AnyKeyPath) -> Child {
    core.children.insert(child: child, state: state, action: action)
    return child
  }

  private func projection<ChildState>(
    _ keyPath: KeyPath<State, ChildState>
  ) -> (UnsafePointer<State>, (UnsafePointer<ChildState>) -> Void) -> Bool {
    if let offset = MemoryLayout<State>.offset(of: keyPath) {
      return { state, body in
        body(UnsafeRawPointer(state).advanced(by: offset).assumingMemoryBound(to: ChildState.self))
        return true
      }
    }
    return { state, body in
      withUnsafePointer(to: state.pointee[keyPath: keyPath], body)
      return true
    }
  }

  private func optionalProjection<ChildState>(
    _ keyPath: KeyPath<State, ChildState?>
  ) -> (UnsafePointer<State>, (UnsafePointer<ChildState>) -> Void) -> Bool {
    if let offset = MemoryLayout<State>.offset(of: keyPath) {
      return { state, body in
        let child = UnsafeMutableRawPointer(mutating: state).advanced(by: offset)
          .assumingMemoryBound(to: ChildState?.self)
        guard case .some = child.pointee else { return false }
        // An `inout` access reaches the payload where it is; a read would copy it out. Nothing is written.
        withUnsafeMutablePointer(to: &child.pointee!) { body($0) }
        return true
      }
    }
    return { state, body in
      guard let child = state.pointee[keyPath: keyPath] else { return false }
      withUnsafePointer(to: child, body)
      return true
    }
  }
}
