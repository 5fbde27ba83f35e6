/// The state of a ``CaseReducer``. It knows its reducer, so that `ifLet` and `forEach` need not be told.
public protocol CaseReducerState {
  /// The reducer that this is the state of.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}
