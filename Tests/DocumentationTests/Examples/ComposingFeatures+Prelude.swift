@Reducer struct TripBudget {
  struct State: Equatable { var spent = 0 }
  enum Action { case spent(yen: Int) }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .spent(let yen) = action { state.spent += yen }
    return .none
  }
}
@Reducer struct Welcome {
  struct State: Equatable {}
  enum Action { case continueButtonTapped }
}
@DependencyClient struct TripStorage: TestDependencyKey {
  var save: @Sendable (_ stops: IdentifiedArrayOf<TripStop.State>) async throws -> Void
  static let testValue = TripStorage()
}
typealias State = Trip.State
typealias Action = Trip.Action
private enum CancelID { case saving }
@Dependency(TripStorage.self) var storage
let store = Store(initialState: Planner.State(trip: Trip.State())) { Planner() }
