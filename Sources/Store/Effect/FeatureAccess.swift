/// The way of an effect to the state of its feature. Used on the store's actor only.
///
/// Each operator through which an effect passes makes the way longer by one step. So no place is stored twice, and a
/// row is found wherever it has moved to.
@usableFromInline protocol FeatureAccess<Action>: AnyObject, Sendable {
  associatedtype Action

  /// Reads the state. Throws if it no longer exists, or if the effect may not use it.
  func read<State, Value>(_ read: @escaping StateReading<State, Value>) throws -> Value

  /// Delivers a value of the state whenever it has changed. Ends the subscription when the state no longer exists.
  func observe<State, Value>(
    _ subscription: StateSubscription<Value>,
    _ read: @escaping StateReading<State, Value?>
  ) throws

  /// Changes the state in one step, at once or, while the store is busy, as soon as it is not.
  ///
  /// - Parameter isDirect: Whether the change is to this state itself, and not to that of a child in it.
  func modify<State>(_ name: String, isDirect: Bool, _ change: @escaping StateChange<State, Action>) throws

  /// Notes a value that the effect has got from the state, because what it does next may depend on it.
  func didRead(_ value: @autoclosure () -> Any)

  /// Sends an action, which is reduced at once unless the store is busy.
  func send(_ action: Action) throws

  /// Whether an effect of the feature runs under an id.
  func isRunning(_ id: CancelID) throws -> Bool
}

/// Changes a state, and returns the effects that follow from it, or `nil` if there is no such state.
///
/// The argument is the action whose effect makes the change.
@usableFromInline typealias StateChange<State, Action> = (inout State, Action?) -> Effect<Action>?

/// Makes the way to a parent's state into the way to a child's.
///
/// `@unchecked Sendable`: it is called when an operation starts, which is on the store's actor.
@usableFromInline struct AccessExtension<ParentAction, ChildAction>: @unchecked Sendable {
  let extend: (any FeatureAccess<ParentAction>) -> any FeatureAccess<ChildAction>
}

/// The way to a child's state, through its parent's.
final class ChildAccess<ParentState, ParentAction, ChildState, ChildAction>: FeatureAccess, @unchecked Sendable {
  // `@unchecked`: used on the store's actor only, by a `FeatureStore`, which can't leave it.
  typealias Action = ChildAction
  typealias Modify = (
    _ parent: inout ParentState, _ cause: ParentAction?, _ isDirect: Bool, StateChange<ChildState, ChildAction>
  ) -> Effect<ParentAction>?

  private let parent: any FeatureAccess<ParentAction>
  private let embed: @Sendable (ChildAction) -> ParentAction
  private let look: ChildProjection<ParentState, ChildState>
  private let isPart: Bool
  private let modify: Modify

  /// - Parameter isPart: Whether the child's state is apart from that of its siblings, so that a change of it is none of
  ///   theirs. A computed property may overlap with others.
  init(
    parent: any FeatureAccess<ParentAction>,
    isPart: Bool = true,
    embed: @escaping @Sendable (ChildAction) -> ParentAction,
    look: @escaping ChildProjection<ParentState, ChildState>,
    modify: @escaping Modify
  ) {
    self.parent = parent
    self.isPart = isPart
    self.embed = embed
    self.look = look
    self.modify = modify
  }

  func read<State, Value>(_ read: @escaping StateReading<State, Value>) throws -> Value {
    try checkType(State.self)
    let value = try parent.read(lifted { read($0) })
    guard let value else { throw FeatureGone() }
    return value
  }

  func observe<State, Value>(
    _ subscription: StateSubscription<Value>,
    _ read: @escaping StateReading<State, Value?>
  ) throws {
    try checkType(State.self)
    try parent.observe(subscription, lifted(read))
  }

  private func lifted<State, Value>(
    _ read: @escaping StateReading<State, Value?>
  ) -> StateReading<ParentState, Value?> {
    { [look] parent in
      var value: Value?
      _ = look(parent) { value = read($0.known(as: State.self)) }
      return value
    }
  }

  func modify<State>(_ name: String, isDirect: Bool, _ change: @escaping StateChange<State, ChildAction>) throws {
    try checkType(State.self)
    try parent.modify(name, isDirect: !isPart) { [modify] (state: inout ParentState, cause) in
      modify(&state, cause, isDirect) { child, cause in
        changeKnown(&child, as: State.self) { change(&$0, cause) }
      }
    }
  }

  func didRead(_ value: @autoclosure () -> Any) { parent.didRead(value()) }

  func send(_ action: ChildAction) throws {
    try parent.send(embed(action))
  }

  func isRunning(_ id: CancelID) throws -> Bool { try parent.isRunning(id) }

  private func checkType<State>(_: State.Type) throws {
    if State.self != ChildState.self { throw UnknownWay(actual: ChildState.self, expected: State.self) }
  }
}

/// The end of a way: a reducer has mapped an effect by hand, so nothing knows where the state is that it belongs to.
final class MappedAccess<ParentAction, ChildAction>: FeatureAccess {
  typealias Action = ChildAction

  private let parent: any FeatureAccess<ParentAction>
  private let transform: @Sendable (ChildAction) -> ParentAction

  init(parent: any FeatureAccess<ParentAction>, transform: @escaping @Sendable (ChildAction) -> ParentAction) {
    self.parent = parent
    self.transform = transform
  }

  func read<State, Value>(_ read: @escaping StateReading<State, Value>) throws -> Value {
    throw UnknownWay(actual: nil, expected: State.self)
  }

  func observe<State, Value>(
    _ subscription: StateSubscription<Value>,
    _ read: @escaping StateReading<State, Value?>
  ) throws {
    throw UnknownWay(actual: nil, expected: State.self)
  }

  func modify<State>(_ name: String, isDirect: Bool, _ change: @escaping StateChange<State, ChildAction>) throws {
    throw UnknownWay(actual: nil, expected: State.self)
  }

  func didRead(_ value: @autoclosure () -> Any) { parent.didRead(value()) }

  func send(_ action: ChildAction) throws {
    try parent.send(transform(action))
  }

  func isRunning(_ id: CancelID) throws -> Bool { try parent.isRunning(id) }
}

/// A mistake in the use of a feature's store. It does not go to `catch`, which is for what can fail, but is reported.
@usableFromInline protocol FeatureStoreMisuse: Error, CustomStringConvertible {}

/// Thrown where a reducer has called another one's `reduce(into:action:)` for a part of its state.
struct UnknownWay: Error {
  /// The type of the state that the way leads to, if it leads anywhere.
  let actual: (any Any.Type)?
  let expected: any Any.Type
}
