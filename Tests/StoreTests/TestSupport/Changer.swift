import Store

/// The actions of a test's parent feature: a change to its state, or a child's action.
@CasePathable
enum ParentAction<State, Child> {
  case change((inout State) -> Void)
  case child(Child)
}

/// A parent feature that makes the changes it is told to make.
@Reducer
struct Changer<State, Child> {
  func reduce(into state: inout State, action: ParentAction<State, Child>) -> Effect<ParentAction<State, Child>> {
    if case .change(let change) = action { change(&state) }
    return .none
  }
}
