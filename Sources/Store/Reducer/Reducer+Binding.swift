extension Reducer {
  /// Returns the reducer as a function, and has something bound around the effects of features that begin and end.
  package func makeReduction(binding bind: @escaping (_ body: () -> Void) -> Void) -> Reduction<State, Action> {
    let level = ScopeOwner.levelBeingBuilt(of: State.self, Action.self)
    let mark = level?.mark
    let reduction = makeReduction()
    if let mark { level?.bind(since: mark, bind) }
    return reduction
  }

  /// Returns the reducer as a function, and tells of the state after each change by an effect.
  package func makeReduction(afterChange didChange: @escaping (State) -> Void) -> Reduction<State, Action> {
    let level = ScopeOwner.levelBeingBuilt(of: State.self, Action.self)
    let reduction = makeReduction()
    level?.add(afterChange: didChange)
    return reduction
  }
}
