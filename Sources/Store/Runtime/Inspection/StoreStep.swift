/// A step of a store, as an ``Inspector`` sees it.
public enum StoreStep<State, Action> {
  /// The reducer has handled an action.
  case reduced(action: Action, origin: ActionOrigin<Action>, before: State, after: State)
  /// An effect has changed the state with ``FeatureStore/modify(_:_:)``.
  case modified(name: String, by: EffectDescription<Action>, before: State, after: State)
  /// An effect is about to run.
  case effectStarted(EffectDescription<Action>)
  /// An effect has come to its end, with or without an error.
  case effectFinished(EffectDescription<Action>)
  /// Code other than the store's reducer - another store, an effect, a file - has changed shared values in the state.
  /// Changes that the reducer makes are part of `reduced`.
  case sharedStateChanged(before: State, after: State)
  /// A tool has set the state to that after an earlier step.
  case restored(step: Int, before: State, after: State)
  /// Observers have been told that values which they had read have changed. Each key path begins at the state of the
  /// store, or of the scoped store, through which a value was read.
  case observersNotified(of: [AnyKeyPath])
  /// An effect was cancelled. It can send no more, but the functions that it calls may take their time to notice.
  case effectCancelled(EffectDescription<Action>)
}

/// Where an action came from.
public enum ActionOrigin<Action> {
  /// Code outside of the store called ``Store/send(_:)``.
  case user
  /// The reducer returned ``Effect/send(_:)`` for the action `cause`. `nil` if it did so without an action: when its
  /// feature began with the store, saw a shared value change, or ended with the store.
  case reducer(cause: Action?)
  /// An effect sent it.
  case effect(EffectDescription<Action>)
}
