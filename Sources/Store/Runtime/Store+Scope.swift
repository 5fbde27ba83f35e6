extension Store where Action: CasePathable {
  /// Returns a store of a child feature: it reads a part of this store's state and sends its actions through this
  /// store.
  ///
  /// ```swift
  /// let settings = store.scope(state: \.settings, action: \.settings)
  /// settings.send(.soundToggled)  // the same as store.send(.settings(.soundToggled))
  /// ```
  ///
  /// Scoping again by the same key paths gives the same store for as long as something holds it.
  @inlinable public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction> {
    scope(state: state, action: action, path: Action.allCasePaths[keyPath: action])
  }

  /// Returns a store of an optional child feature, or `nil` when the child's state is `nil`.
  ///
  /// ```swift
  /// if let detail = store.scope(state: \.detail, action: \.detail) {
  ///   detail.send(.saveButtonTapped)
  /// }
  /// ```
  ///
  /// Under observation tracking this registers the observer for the child to appear and to disappear. If the child's
  /// state becomes `nil` while something holds the store, the store returns the state as it was when it was last read,
  /// or when an observed value last changed; actions that are sent to it are ignored and reported. Where the child is a
  /// property that is only computed, the store forwards them to the reducer, which knows whether the child exists.
  @inlinable public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction>? {
    scope(
      optionalState: state,
      action: action,
      embed: Action.allCasePaths[keyPath: action]._embed,
      look: OptionalPlace(StatePlace(reading: state)).look
    )
  }

  /// Returns a store of a presented feature, or `nil` when nothing is presented.
  ///
  /// ```swift
  /// if let editor = store.scope(state: \.$editor, action: \.editor) {
  ///   editor.send(.saveButtonTapped)  // the same as store.send(.editor(.presented(.saveButtonTapped)))
  /// }
  /// ```
  ///
  /// The state may also be named as `\.editor`. With `\.$editor` the store reads it in place instead of copying it for
  /// each access.
  @inlinable public func scope<ChildState, ChildAction>(
    state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, PresentationAction<ChildAction>>>
  ) -> Store<ChildState, ChildAction>? {
    scope(
      optionalState: state,
      action: action,
      embed: Self.presentedEmbedding(Action.allCasePaths[keyPath: action]),
      look: BoxPlace(state).look
    )
  }

  /// Returns a store of a presented feature, or `nil` when nothing is presented.
  @inlinable public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, PresentationAction<ChildAction>>>
  ) -> Store<ChildState, ChildAction>? {
    scope(
      optionalState: state,
      action: action,
      embed: Self.presentedEmbedding(Action.allCasePaths[keyPath: action]),
      look: OptionalPlace(StatePlace(reading: state)).look
    )
  }
}

// A key path to a property of `AllCasePaths` is a constant. A key path through `Case`, which case paths of several
// steps need, is made again each time that it is evaluated, which takes a microsecond for each step. So these functions
// are disfavored.
extension Store {
  /// Returns a store of a child feature, for an action path of several cases: `\.tabs.settings`.
  @_disfavoredOverload
  @inlinable public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: state, action: action, path: AnyCasePath(action))
  }

  /// Returns a store of an optional child feature, for an action path of several cases; `nil` when the child's state is
  /// `nil`.
  @_disfavoredOverload
  @inlinable public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(
      optionalState: state,
      action: action,
      embed: AnyCasePath(action)._embed,
      look: OptionalPlace(StatePlace(reading: state)).look
    )
  }

  @inlinable func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: AnyKeyPath,
    path: @autoclosure () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let child: Store<ChildState, ChildAction> = exactCast(core.scopedStore(state: state, action: action)) {
      return child
    }
    let scoping = core.runtime.scoping(state, action) {
      Scoping<State, Action, ChildState, ChildAction>(
        isAlwaysThere: true,
        isComputed: false,
        project: { [place = StatePlace(reading: state)] state, body in
          place.look(at: state, body)
          return true
        },
        embed: path()._embed
      )
    }
    let child = Store<ChildState, ChildAction>(
      core: ScopedCore(parent: core, state: core.read(state), scope: scoping)
    )
    core.remember(child, state: state, action: action)
    return child
  }

  @inlinable func scope<ChildState, ChildAction>(
    optionalState state: AnyKeyPath,
    action: AnyKeyPath,
    embed: @autoclosure () -> (ChildAction) -> Action,
    look: @autoclosure () -> ChildProjection<State, ChildState>
  ) -> Store<ChildState, ChildAction>? {
    if core.isTracked(state, .presence) {
      let scoping = scoping(optionalState: state, action: action, embed: embed(), look: look())
      core.track(state, .presence) { [project = scoping.project] in project($0) { _ in } }
    }
    if let child: Store<ChildState, ChildAction> = exactCast(core.scopedStore(state: state, action: action)) {
      return child.core.withState { _ in } ? child : nil
    }
    let scoping = scoping(optionalState: state, action: action, embed: embed(), look: look())
    var child: Store<ChildState, ChildAction>?
    _ = core.withState { state in
      _ = scoping.project(state) {
        child = Store<ChildState, ChildAction>(core: ScopedCore(parent: core, state: $0.pointee, scope: scoping))
      }
    }
    if let child { core.remember(child, state: state, action: action) }
    return child
  }

  @inlinable func scoping<ChildState, ChildAction>(
    optionalState state: AnyKeyPath,
    action: AnyKeyPath,
    embed: @autoclosure () -> (ChildAction) -> Action,
    look: @autoclosure () -> ChildProjection<State, ChildState>
  ) -> Scoping<State, Action, ChildState, ChildAction> {
    core.runtime.scoping(state, action) {
      let property = state as? KeyPath<State, ChildState?>
      // The cases of an enum are computed properties too, but a case that the enum has left no longer exists, and is
      // not merely left out.
      let isComputed = property.map { $0.isReadOnly && !(State.self is any CasePathable.Type) } ?? false
      return Scoping(isAlwaysThere: false, isComputed: isComputed, project: look(), embed: embed())
    }
  }

  @inlinable static func presentedEmbedding<ChildAction>(
    _ path: AnyCasePath<Action, PresentationAction<ChildAction>>
  ) -> (ChildAction) -> Action {
    { [embed = path._embed] in embed(.presented($0)) }
  }
}
