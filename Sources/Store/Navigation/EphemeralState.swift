/// State that is over as soon as something is chosen in it: that of an alert or a dialog.
///
/// A presenting `ifLet` sets it to `nil` after any of its actions, so that a reducer need not do so. This holds for the
/// state itself and for the payload of a case of an enum whose case paths are ``IdentifiedCases``, as those of
/// `@CasePathable` enums are.
public protocol EphemeralState<Action> {
  /// What can be chosen.
  associatedtype Action
}
