// Exported, so that a feature needs only one import.
@_exported import Dependencies
@_exported import Observation

/// Holds the state of a feature, changes it by sending actions through a reducer, and runs the effects that come of it.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// print(store.count)
/// ```
///
/// ## The store's actor
///
/// A store belongs to the actor on which it was made: the main actor, or an actor of your own. Such an actor makes it in
/// a method or, passing `isolation: self`, in an `async` initializer or a `lazy var`. It is not `Sendable`, so the
/// compiler keeps it there; ``handle`` is for code elsewhere.
///
/// Where the compiler sees no actor - in the default value of a property, a `static let`, a function that belongs to no
/// actor - a store belongs to the main actor. Each use of such a store checks that it happens on the main actor, and stops
/// the program with a message where it does not:
///
/// ```swift
/// @MainActor final class CounterModel {
///   let store = Store(initialState: Counter.State()) { Counter() }
/// }
/// ```
///
/// ``send(_:)`` is synchronous. Effects start on the store's actor and leave it only where what they call does. An effect
/// in flight keeps that actor alive, as every task does that runs on an actor; an actor that is to go away while a
/// never-ending effect of its store runs has to release the store, cancel the effect, or end the store with
/// ``invalidate()``, first. Handles and ``StoreTask``s keep neither.
///
/// ## Observation
///
/// A store is `Observable`, and its state can be any type: reading `store.count` under `withObservationTracking` - in a
/// SwiftUI view's `body`, in ``observe(isolation:_:)`` - registers for the value that was read, and a change of any other
/// value does not matter. Values that are not `Equatable` count as changed by every action.
///
/// ## Lifetime
///
/// When the last reference to a store and to stores scoped from it goes, its effects are cancelled. So they are when it is
/// ended with ``invalidate()``.
@dynamicMemberLookup
public final class Store<State, Action> {
  @usableFromInline let core: Core<State, Action>
  /// The core, if this is a root store: its class is final, so the compiler can inline calls.
  @usableFromInline let root: RootCore<State, Action>?

  /// Makes a root store.
  ///
  /// - Parameters:
  ///   - initialState: The state to start with. It is evaluated with the store's dependencies in force.
  ///   - isolation: The actor that the store belongs to; that of the caller unless you say otherwise. Where there is none,
  ///     the store belongs to the main actor, and every use checks that it happens there.
  ///   - reducer: The reducer. It is built once.
  ///   - prepareDependencies: Overrides dependencies for this store, on top of those in force where it is made.
  @inlinable public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State,
    isolation: isolated (any Actor)? = #isolation,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    self.init(
      initialState: initialState(),
      isolation: isolation,
      configuration: StoreConfiguration(),
      reducer: reducer,
      withDependencies: prepareDependencies
    )
  }

  @inlinable package init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    isolation: (any Actor)?,
    configuration: StoreConfiguration,
    reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    func make(_ dependencies: DependencyValues) -> RootCore<State, Action> {
      RootCore(
        state: initialState(),
        reduction: reducer().makeReduction(),
        dependencies: dependencies,
        isolation: isolation,
        configuration: configuration
      )
    }
    var dependencies = DependencyValues.current.scoped()
    let root: RootCore<State, Action>
    if let prepareDependencies {
      dependencies.update(prepareDependencies)
      root = withDependencyValues(dependencies) { make(dependencies) }
    } else {
      root = make(dependencies)
    }
    self.root = root
    core = root
  }

  @inlinable init(core: Core<State, Action>) {
    self.core = core
    root = nil
  }

  // MARK: Sending

  /// Sends an action: the reducer changes the state, and the effect that it returns is started.
  ///
  /// The state has changed when this returns, and actions that the reducer returned with ``Effect/send(_:)`` have been
  /// reduced too. If a reduction of this store is under way - a reducer, or something that it calls, sends - the action
  /// waits its turn: it is reduced in the same outermost call, after those that were sent before it. So does an action
  /// that is sent while the state is being read - by the closure of ``withState(_:)``, a computed property of the state, or
  /// `==` when the store looks for what has changed: it is reduced when that has returned.
  ///
  /// An action for a scoped store whose state is gone is ignored, and reported at the line that sent it.
  ///
  /// - Returns: What the action has set going: wait for it, cancel it, or let it go.
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

  /// A function of its own, so that sending to a root store, which needs no location, is small enough to be inlined.
  @inline(never) @usableFromInline func sendToCore(
    _ action: Action,
    _ fileID: StaticString,
    _ filePath: StaticString,
    _ line: UInt,
    _ column: UInt
  ) -> StoreTask {
    core.send(action, at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends an action. This is what `store.send` refers to as a function: `actions.forEach(store.send)`.
  ///
  /// A function can't know which line calls it, so an issue about the action, which says that the state of a scoped store is
  /// gone, names no line of yours. To see it, send from a closure: `actions.forEach { store.send($0) }`.
  @_disfavoredOverload @inlinable @discardableResult
  public func send(_ action: Action) -> StoreTask {
    root?.send(action) ?? sendToCore(action, #fileID, #filePath, #line, #column)
  }

  // MARK: Reading

  /// The state.
  ///
  /// A reducer, and whatever runs while it does, must not read the store that it belongs to, as the state is being changed:
  /// that stops the program, with a message that names the store and the action. It has the state as its parameter.
  ///
  /// For a scoped store whose state is gone, the state that it had when it was scoped or, where a property that is only
  /// computed has it, when it was last read.
  @inlinable public var state: State {
    self[dynamicMember: \.self]
  }

  /// A copy of the state that stays what it is: what ``Shared`` properties in it show, too, is what they show now.
  ///
  /// ```swift
  /// history.append(store.stateSnapshot)
  /// ```
  ///
  /// Changing a shared property of a snapshot changes it for those of the same snapshot that show the same thing. Nothing
  /// that is read here is observed. For a state that shares nothing it is the same as reading the state.
  ///
  /// - Complexity: O(*n*) in the number of places in the state that can hold something shared.
  public var stateSnapshot: State { core.snapshot() }

  /// Hands the state to a closure, without a copy. Nothing that it reads is observed.
  ///
  /// The state does not change while the closure runs: actions that it sends are reduced when it has returned.
  @inlinable public func withState<Value, Failure: Error>(
    _ body: (_ state: State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    let isThere = core.withState { state in
      result = Result { () throws(Failure) in try body(state.pointee) }
    }
    if isThere, let result { return try result.get() }
    // A copy, because `body` may replace the kept state.
    let last = core.storage.pointee
    return try body(last)
  }

  /// The value at a key path of the state. Reading it under observation tracking registers for its changes.
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
  public var description: String {
    typeName(Store<State, Action>.self)
  }
}

/// The store type of a feature: `StoreOf<Feature>` is `Store<Feature.State, Feature.Action>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
