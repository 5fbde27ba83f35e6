/// A reducer that is an enum of reducers: one for each of the things that can be presented, or stand on a stack.
///
/// `@Reducer` on an enum generates the conformance.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Body: Reducer, Body.State == State, Body.Action == Action {
  associatedtype State = State
  associatedtype Action = Action
  associatedtype Body = Body

  /// The store that ``scope(_:)`` takes: `Store<State, Action>`.
  associatedtype CaseStore

  /// A store of the child for each case that holds one. See ``Store/case``.
  associatedtype CaseScope

  /// The reducers of all the cases. They need no instance of the enum.
  @ReducerBuilder<State, Action> static var body: Body { get }

  /// The case that a store's state is in, with a store of the child if the case holds one.
  static func scope(_ store: CaseStore) -> CaseScope
}

extension CaseReducer {
  public var body: Body { Self.body }
}

/// The state of a ``CaseReducer``. It knows its reducer, so that `ifLet` and `forEach` need not be told.
public protocol CaseReducerState {
  /// The reducer that this is the state of.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}
