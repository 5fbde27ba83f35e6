import StoreInspection
@Reducer
struct Meter {
  struct State: Equatable, Encodable {
    var count = 0
  }
  enum Action: Codable {
    case incrementButtonTapped
  }
  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}
