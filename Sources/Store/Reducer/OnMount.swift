extension Reducer {
  /// Runs an effect when the feature begins: when its state comes into being.
  ///
  /// ```swift
  /// @Reducer
  /// struct Price {
  ///   struct State: Equatable {
  ///     var price = 0
  ///   }
  ///   enum Action {}
  ///   let client = PriceClient()
  ///
  ///   var body: some ReducerOf<Self> {
  ///     EmptyReducer()
  ///       .onMount { state in
  ///         run { store in
  ///           for await price in client.prices() {
  ///             try store.modify("Price") { $0.price = price }
  ///           }
  ///         }
  ///       }
  ///   }
  /// }
  /// ```
  ///
  /// The state of a root feature comes into being when its store is made; that of a child when a reducer, an effect or a
  /// binding presents it, adds it as a row, pushes it on a stack, or enters its case of an enum. The effect is the
  /// feature's: it is cancelled when the state goes.
  ///
  /// After an action, the effects of children that went come first, then those of children that came, each parent's
  /// before its children's, and then the effect that the reducer has returned for the action. A child that goes and
  /// comes back under the same id within one action goes on; with another id it is another child.
  ///
  /// A store that was made where the compiler saw no actor, such as in the default value of an actor's property, begins
  /// its features with its first action. Reducers that another one calls by hand, with `reduce(into:action:)`, have no
  /// beginning.
  ///
  /// - Parameter perform: Returns the effect, from the state as it has come into being.
  public func onMount(_ perform: @escaping (_ state: State) -> Effect<Action>) -> LifetimeReducer<Self> {
    LifetimeReducer(base: self) { LifetimeHook(kind: .mount, mount: { (perform($0), nil) }) }
  }

  /// Runs an effect when the feature begins, and again for each new value of an id. The previous effect is cancelled
  /// then.
  ///
  /// ```swift
  /// @Reducer
  /// struct Search {
  ///   struct State: Equatable {
  ///     var query = ""
  ///     var results: [String] = []
  ///   }
  ///   enum Action {
  ///     case queryChanged(String)
  ///   }
  ///   @Dependency(\.continuousClock) var clock
  ///   let client = SearchClient()
  ///
  ///   var body: some ReducerOf<Self> {
  ///     Reduce { state, action in
  ///       if case .queryChanged(let query) = action { state.query = query }
  ///       return .none
  ///     }
  ///     .onMount(id: \.query) { query, state in
  ///       run { store in
  ///         try await clock.sleep(for: .milliseconds(300))
  ///         let results = try await client.results(for: query)
  ///         try store.modify("Results") { $0.results = results }
  ///       }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The value is seen to change whoever has changed it: the feature, a parent, an effect, a binding, or another feature
  /// that shares it.
  ///
  /// - Parameters:
  ///   - toID: The value. It is read after each step of the store.
  ///   - perform: Returns the effect, from the value and the state.
  public func onMount<ID: Equatable>(
    id toID: @escaping (State) -> ID,
    _ perform: @escaping (_ id: ID, _ state: State) -> Effect<Action>
  ) -> LifetimeReducer<Self> {
    LifetimeReducer(base: self) {
      .watching(toID, .mount, cancelID: LifetimeID()) { _, id, state in perform(id, state) }
    }
  }

  /// Runs an effect when the feature has ended: when its state is gone.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .draftChanged(let draft) = action { state.draft = draft }
  ///   return .none
  /// }
  /// .onDismount { state in
  ///   let draft = state.draft
  ///   return .run { _ in await disk.save(draft) }
  /// }
  /// ```
  ///
  /// The effect is that of the parent, so it is not cancelled with the feature. It can't read the feature's state with
  /// ``Reducer/run(priority:name:operation:catch:cancelled:)``, because that is gone.
  ///
  /// A root feature ends with ``Store/invalidate()``. The store reduces no more actions then,
  /// so what the effect sends is dropped. When the last reference to a store is released instead, its features end without
  /// a word, because a `deinit` can't wait for effects.
  ///
  /// The store keeps a copy of the feature's state between two actions. So an array in it is copied when it changes.
  ///
  /// - Parameter perform: Returns the effect, from the state as it was after the last action before the feature ended.
  public func onDismount(_ perform: @escaping (_ state: State) -> Effect<Action>) -> LifetimeReducer<Self> {
    LifetimeReducer(base: self) { LifetimeHook(kind: .dismount, dismount: perform) }
  }

  /// Runs an effect when a value of the state has changed, whoever has changed it: the feature, a parent, an effect, a
  /// binding, or another feature that shares it.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .draftChanged(let draft) = action { state.draft = draft }
  ///   return .none
  /// }
  /// .onChange(
  ///   of: \.settings,
  ///   anywhere: { oldSettings, state in
  ///     let settings = state.settings
  ///     return .run { _ in await disk.save(settings) }
  ///   }
  /// )
  /// ```
  ///
  /// The other `onChange(of:_:)` sees the changes that this reducer makes, and can change the state at once. This
  /// operator sees the state after each step of the store.
  ///
  /// - Parameters:
  ///   - toValue: The value to watch.
  ///   - perform: Returns the effect, from the previous value and the new state.
  @_disfavoredOverload  // A closure after the parenthesis is that of the other `onChange`.
  public func onChange<Value: Equatable>(
    of toValue: @escaping (State) -> Value,
    anywhere perform: @escaping (_ oldValue: Value, _ state: State) -> Effect<Action>
  ) -> LifetimeReducer<Self> {
    LifetimeReducer(base: self) {
      .watching(toValue, .change) { oldValue, _, state in oldValue.map { perform($0, state) } ?? .none }
    }
  }
}

/// The reducer that ``Reducer/onMount(_:)`` and its siblings return.
public struct LifetimeReducer<Base: Reducer>: CompositeReducer {
  let base: Base
  /// Makes what is added each time that the reducer is built, because it may be in several places.
  let makeHook: () -> LifetimeHook<Base.State, Base.Action>

  /// Returns the reducer as a function. For each action it does what the reducer does.
  public func makeReduction() -> Reduction<Base.State, Base.Action> {
    let reduction = base.makeReduction()
    ScopeOwner.levelBeingBuilt(of: Base.State.self, Base.Action.self)?.add(makeHook())
    return reduction
  }

  /// Returns `true`.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool { true }
}

private final class Remembered<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension LifetimeHook {
  /// - Parameters:
  ///   - cancelID: Cancels the previous effect when the value has changed; `nil` if it is to go on.
  ///   - perform: Returns the effect, from the previous value, which is `nil` when the feature begins.
  fileprivate static func watching<Value: Equatable>(
    _ toValue: @escaping (State) -> Value,
    _ kind: LifetimeEvent.Kind,
    cancelID: LifetimeID? = nil,
    _ perform: @escaping (_ oldValue: Value?, _ value: Value, State) -> Effect<Action>
  ) -> Self {
    func cancellable(_ effect: Effect<Action>) -> Effect<Action> {
      cancelID.map { effect.cancellable(id: $0) } ?? effect
    }
    return Self(
      kind: kind,
      mount: { state in
        let value = toValue(state)
        return (cancellable(perform(nil, value, state)), Remembered(value))
      },
      update: { state, memory in
        let value = toValue(state)
        let old = exactCast(memory, to: Remembered<Value>.self)?.value
        if old == value { return .none }
        memory = Remembered(value)
        let effect = cancellable(perform(old, value, state))
        return cancelID.map { Effect.cancel(id: $0).merge(with: effect) } ?? effect
      }
    )
  }
}
