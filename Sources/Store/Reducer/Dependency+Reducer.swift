import Dependencies

extension Reducer {
  /// Overrides a dependency for this reducer, its children and their effects.
  ///
  /// ```swift
  /// Scope(state: \.onboarding, action: \.onboarding) {
  ///   Onboarding().dependency(\.userDefaults, .inMemory)
  /// }
  /// ```
  ///
  /// The value that is replaced is not evaluated, so a test need not provide it.
  public func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: Value
  ) -> DependencyReducer<Self> {
    DependencyReducer(base: self, prepare: DependencyReplacement(keyPath, with: value).callAsFunction)
  }

  /// Overrides a dependency whose type is its own key, for this reducer, its children and their effects.
  public func dependency<Value: TestDependencyKey>(_ value: Value) -> DependencyReducer<Self>
  where Value.Value == Value {
    DependencyReducer(base: self) { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer, its children and their effects.
  ///
  /// - Parameter transform: Changes the current value. It is called when the reducer is built and for every action.
  public func transformDependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping (inout Value) -> Void
  ) -> DependencyReducer<Self> {
    DependencyReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// The reducer that ``Reducer/dependency(_:_:)`` and ``Reducer/transformDependency(_:transform:)`` return.
public struct DependencyReducer<Base: Reducer>: CompositeReducer {
  fileprivate let base: Base
  fileprivate let prepare: (inout DependencyValues) -> Void

  /// Returns a function that runs the reducer with the overridden dependencies. The reducer is built once, also with
  /// them.
  public func makeReduction() -> Reduction<Base.State, Base.Action> {
    let level = ScopeOwner.levelBeingBuilt(of: Base.State.self, Base.Action.self)
    let mark = level?.mark
    let reduction = withDependencies(prepare) { base.makeReduction() }
    let bind = { [prepare] (body: () -> Void) in withDependencyValues(Self.values(prepare), body) }
    level?.add(binding: bind)
    if let mark { level?.bind(since: mark, bind) }
    return { [prepare] state, action in
      withDependencyValues(Self.values(prepare)) { reduction(&state, action) }
    }
  }

  /// Asks the reducer.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    Base._mayHaveLifetimes(&visited)
  }

  private static func values(_ prepare: (inout DependencyValues) -> Void) -> DependencyValues {
    var values = DependencyValues.current.scoped()
    values.update(prepare)
    return values.owned()
  }
}
