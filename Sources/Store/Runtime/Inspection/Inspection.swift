/// A step of a store, as an ``Inspector`` sees it.
public enum Inspection<State, Action> {
  /// The reducer has handled an action.
  case reduced(action: Action, origin: ActionOrigin<Action>, before: State, after: State)
  /// An effect is about to run.
  case effectStarted(EffectDescription<Action>)
  /// An effect has come to its end, with or without an error.
  case effectFinished(EffectDescription<Action>)
  /// Others - another store, an effect, a file - have changed what the state shows of what is shared. Changes that the
  /// store's own reducer makes belong to the action.
  case sharedStateChanged(before: State, after: State)
  /// An effect was cancelled. It can send no more, but what it calls may take its time to notice.
  case effectCancelled(EffectDescription<Action>)
  /// An effect waits for others with its id, as its ``EffectPolicy`` says. What it is composed of has not started.
  case effectSuspended(EffectDescription<Action>)
  /// An effect that has waited is about to begin: what it is composed of starts now, as effects of their own.
  case effectResumed(EffectDescription<Action>)
  /// An effect never starts, as its ``EffectPolicy`` says.
  case effectDiscarded(EffectDescription<Action>)
}

/// Where an action came from.
public enum ActionOrigin<Action> {
  /// Somebody called ``Store/send(_:)``.
  case user
  /// The reducer returned ``Effect/send(_:)`` for the action `cause`.
  case reducer(cause: Action)
  /// An effect sent it.
  case effect(EffectDescription<Action>)
}
