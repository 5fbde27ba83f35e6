import Store

/// A reducer that changes the state, and has no effects.
struct Changes<State, Action>: Reducer {
  let change: (inout State, Action) -> Void

  init(_ change: @escaping (inout State, Action) -> Void) { self.change = change }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    change(&state, action)
    return .none
  }
}
