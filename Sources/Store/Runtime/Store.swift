// Exported, so that a feature needs only one import.
@_exported import Dependencies
@_exported import Observation

/// Holds the state of a feature, changes it by sending actions through a reducer, and runs the effects that the reducer
/// returns.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// print(store.count)
/// ```
///
/// ## The store's actor
///
/// A store belongs to an actor: the main actor, or one of your own. It is the actor on which the store was made. Where
/// the compiler sees no actor - in the default value of a property, an actor's synchronous initializer, a `lazy var`, a
/// function that belongs to no actor - it is the actor that first sends to the store, observes it or takes its handle:
///
/// ```swift
/// actor CounterSession {
///   let store = Store(initialState: Counter.State()) { Counter() }
///
///   func increment() {
///     store.send(.incrementButtonTapped)
///   }
/// }
/// ```
///
/// A store is not `Sendable`, so the compiler keeps it on its actor; code elsewhere uses the store's ``handle``. Each
/// use of a store that was made where the compiler saw no actor checks that it happens on the store's actor, and
/// otherwise stops the program with a message, as does a send by code that runs on no actor.
///
/// ``send(_:)`` is synchronous. Effects start on the store's actor and leave it only where a function that they call
/// does. Like every task that runs on an actor, an effect in flight keeps the actor alive. An actor whose store has a
/// never-ending effect is deallocated only after it has released the store, cancelled the effect, or called
/// ``invalidate()``. Handles and ``StoreTask``s keep neither the store nor its actor alive.
///
/// ## Observation
///
/// A store is `Observable`, and its state can be any type. Reading `store.count` under `withObservationTracking` - in a
/// SwiftUI view's `body`, in ``observe(isolation:_:)`` - registers the observer for that value only: a change of
/// another value does not notify it. A value that is not `Equatable` counts as changed by every action.
///
/// ## Lifetime
///
/// A store's effects are cancelled when the last reference to it and to the stores scoped from it is released, or when
/// ``invalidate()`` is called.
@dynamicMemberLookup
public final class Store<State, Action> {
  @usableFromInline let core: Core<State, Action>
  /// The core if this is a root store. Its class is final, so the compiler can inline calls.
  @usableFromInline let root: RootCore<State, Action>?

  /// Makes a root store.
  ///
  /// - Parameters:
  ///   - initialState: The state to start with. It is evaluated with the store's dependencies.
  ///   - isolation: The actor that the store belongs to; by default the caller's. If the caller has none, the store
  ///     belongs to the actor that uses it first.
  ///   - reducer: The reducer. It is built once.
  ///   - prepareDependencies: Overrides dependencies for this store, on top of those that are bound where it is made.
  @inlinable public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State,
    isolation: isolated (any Actor)? = #isolation,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if let prepareDependencies {
      self.init(
        initialState: initialState(),
        isolation: isolation,
        madeAt: location,
        configuration: StoreConfiguration(),
        reducer: reducer,
        withDependencies: prepareDependencies
      )
    } else {
      let dependencies = DependencyValues.current.scoped()
      let configuration = StoreConfiguration()
      self.init(root: Self.makeRoot(initialState(), reducer, isolation, location, configuration, dependencies))
    }
  }

  @inlinable package convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    isolation: (any Actor)?,
    madeAt location: IssueLocation? = nil,
    configuration: StoreConfiguration,
    reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) {
    var dependencies = DependencyValues.current.scoped()
    dependencies.update(prepareDependencies)
    self.init(
      root: withDependencyValues(dependencies) {
        Self.makeRoot(initialState(), reducer, isolation, location, configuration, dependencies)
      }
    )
  }

  @inlinable static func makeRoot(
    _ state: State,
    _ reducer: () -> some Reducer<State, Action>,
    _ isolation: (any Actor)?,
    _ location: IssueLocation?,
    _ configuration: StoreConfiguration,
    _ dependencies: DependencyValues
  ) -> RootCore<State, Action> {
    RootCore(
      state: state,
      reducer: reducer,
      dependencies: dependencies,
      isolation: isolation,
      madeAt: location,
      configuration: configuration
    )
  }

  @inlinable init(root: RootCore<State, Action>) {
    self.root = root
    core = root
    if root.runtime.configuration.mountsAtOnce { root.mount() }
  }

  @inlinable init(core: Core<State, Action>) {
    self.core = core
    root = nil
  }

  // MARK: Sending

  /// Sends an action: the reducer changes the state, and the effect that it returns is started.
  ///
  /// The state has changed when this returns, and actions that the reducer returned with ``Effect/send(_:)`` have been
  /// reduced too. An action that is sent while this store is reducing - by a reducer, or by code that it calls - waits
  /// in a queue: the outermost call of `send` reduces it, after the actions that were sent before it. An action that is
  /// sent while the state is being read - by the closure of ``withState(_:)``, a computed property of the state, or
  /// `==` when the store looks for changes - is reduced when that code has returned.
  ///
  /// An action for a scoped store whose state no longer exists is ignored and reported as an issue at the line that
  /// sent it.
  ///
  /// - Returns: The effects that the action started. Wait for them or cancel them; if you ignore the task, they
  ///   continue.
  @inlinable @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    root?.send(action) ?? sendToCore(action, fileID, filePath, line, column)
  }

  /// Separate from `send`, so that sending to a root store, which needs no location, is small enough to be inlined.
  @inline(never) @usableFromInline func sendToCore(
    _ action: Action,
    _ fileID: StaticString,
    _ filePath: StaticString,
    _ line: UInt,
    _ column: UInt
  ) -> StoreTask {
    core.send(action, at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends an action. `store.send` without an argument list refers to this function: `actions.forEach(store.send)`.
  ///
  /// A function that is passed on does not know which line calls it. The issue that is reported if the state of a
  /// scoped store no longer exists therefore does not name your line. To see it, send from a closure:
  /// `actions.forEach { store.send($0) }`.
  @_disfavoredOverload @inlinable @discardableResult
  public func send(_ action: Action) -> StoreTask {
    root?.send(action) ?? sendToCore(action, #fileID, #filePath, #line, #column)
  }

  // MARK: Reading

  /// The state.
  ///
  /// A reducer, and code that it calls, must not read the reducer's own store: the state is being changed, so reading
  /// it stops the program with a message that names the store and the action. The reducer has the state as its
  /// parameter.
  ///
  /// If the state of a scoped store no longer exists, this returns the state as it was when it was last read, or when
  /// an observed value last changed.
  @inlinable public var state: State {
    self[dynamicMember: \.self]
  }

  /// A copy of the state that never changes: its ``Shared`` properties keep the values that they have now.
  ///
  /// ```swift
  /// history.append(store.stateSnapshot)
  /// ```
  ///
  /// Writing a ``Shared`` property of a snapshot changes only the snapshot, including its other properties that refer
  /// to the same shared value. Reading the snapshot registers no observer. For a state without shared values it is the
  /// same as ``state``.
  ///
  /// - Complexity: O(*n*) in the number of places in the state that can hold a shared value.
  public var stateSnapshot: State { core.snapshot() }

  /// Calls a closure with the state, without copying it. What the closure reads is not observed.
  ///
  /// The state does not change while the closure runs: actions that the closure sends are reduced after it has
  /// returned.
  @inlinable public func withState<Value, Failure: Error>(
    _ body: (_ state: State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let access = core.beginReading()
    defer { core.endReading(access) }
    let result = core.readState { state in Result { () throws(Failure) in try body(state.pointee) } }
    return try result.get()
  }

  /// The value at a key path of the state. Reading it under observation tracking registers the observer for its
  /// changes.
  @inline(__always)
  @inlinable public subscript<Value: Equatable>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.isTracked(keyPath) ? core.track(keyPath) { $0 == $1 } : core.read(keyPath)
  }

  /// The value at a key path of the state. A value that can't be compared counts as changed by every action.
  @inline(__always)
  @inlinable public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.isTracked(keyPath) ? core.track(keyPath, isEqual: dynamicEquality(of: Value.self)) : core.read(keyPath)
  }
}

extension Store: Observable {}

extension Store: CustomStringConvertible {
  /// The type of the store, without its state.
  public var description: String {
    typeName(Store<State, Action>.self)
  }
}

/// The store type of a feature: `StoreOf<Feature>` is `Store<Feature.State, Feature.Action>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store {
  /// The value at a key path of the state. The setter is unavailable, because only actions change the state of a store.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
    get { self[dynamicMember: keyPath as KeyPath] }
    @available(
      *,
      unavailable,
      message: "A store's state is changed by its reducer: send an action. A form's action is a 'BindableAction'."
    )
    set {}
  }
}
