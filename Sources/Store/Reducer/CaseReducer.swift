/// A reducer that is an enum of reducers: one for each feature that can be presented, or be on a stack.
///
/// `@Reducer` on an enum generates the conformance.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Body: Reducer, Body.State == State, Body.Action == Action {
  /// An enum of the features' states.
  associatedtype State = State
  /// An enum of the features' actions.
  associatedtype Action = Action
  /// The type of `body`. The compiler infers it.
  associatedtype Body = Body

  /// The type of store that ``scope(_:)`` takes: `Store<State, Action>`.
  associatedtype CaseStore

  /// An enum with the same cases, in which each case that holds a feature has a store of it. See ``Store/case``.
  associatedtype CaseScope

  /// The reducers of all cases. They need no instance of the enum.
  @ReducerBuilder<State, Action> static var body: Body { get }

  /// Returns the case that a store's state is in, with a store of the child if the case holds one.
  static func scope(_ store: CaseStore) -> CaseScope
}

extension CaseReducer {
  /// The reducers of all cases.
  public var body: Body { Self.body }
}

/// The state of a ``CaseReducer``. `ifLet` and `forEach` find the reducer through it, so it need not be passed to them.
public protocol CaseReducerState: ReducedState {
  /// The reducer that has this state.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}
