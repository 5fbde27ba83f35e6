@DependencyClient struct LogClient: TestDependencyKey {
  var write: @Sendable (_ line: String) -> Void
  static let testValue = LogClient()
}
@Reducer struct Toggle {
  struct State: Equatable { var isOn = false }
  enum Action { case toggled }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isOn.toggle()
    return .none
  }
}
func log(_ line: String) {}
let store = Store(initialState: Toggle.State()) { Toggle() }
