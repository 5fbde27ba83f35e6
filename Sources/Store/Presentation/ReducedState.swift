/// State whose type determines its reducer, so that `ifLet` needs no braces: the state of an alert or a dialog, or that
/// of an enum of reducers.
public protocol ReducedState {
  /// The type of the state's reducer.
  associatedtype OwnReducer

  /// The state's reducer.
  static var ownReducer: OwnReducer { get }
}
