import Dependencies
import Store

/// A child feature that works for a second at a time.
@Reducer
struct Worker {
  struct State: Equatable, Identifiable {
    let id: Int
    var starts = 0
    var finishes = 0
  }
  enum Action: Equatable {
    case start
    case finished
    case stop
  }
  enum CancelID { case work }

  let clock: TestClock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state.starts += 1
      let clock = clock
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.finished)
      }
      .cancellable(id: CancelID.work)
    case .finished:
      state.finishes += 1
      return .none
    case .stop:
      return .cancel(id: CancelID.work)
    }
  }
}

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
