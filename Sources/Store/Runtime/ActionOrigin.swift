/// Where an action came from.
public enum ActionOrigin<Action> {
  /// Somebody called ``Store/send(_:)``.
  case user
  /// The reducer returned ``Effect/send(_:)`` for the action `cause`.
  case reducer(cause: Action)
  /// An effect sent it.
  case effect(EffectDescription<Action>)
}
