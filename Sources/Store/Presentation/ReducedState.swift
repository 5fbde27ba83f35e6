/// State whose type says which reducer it has, so that `ifLet` needs no braces: that of an alert or a dialog, or that
/// of an enum of reducers.
public protocol ReducedState {
  /// The type of the state's reducer.
  associatedtype OwnReducer

  /// The state's reducer.
  static var ownReducer: OwnReducer { get }
}
