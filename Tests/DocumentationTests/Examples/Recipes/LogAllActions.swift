import StoreTesting
import Testing

@Suite struct LogRecipe {
  @DependencyClient
  struct LogClient: TestDependencyKey {
    var write: @Sendable (_ line: String) -> Void

    static let testValue = LogClient()
  }

  // #include LogAllActions.md: struct Logged

  // #include LogAllActions.md: func actionsAreLogged

  @MainActor
  @Test func oneStoreIsLogged() async {
    var lines: [String] = []
    func log(_ line: String) { lines.append(line) }
    let store = Store(initialState: Toggle.State()) { Toggle() }
    // #include LogAllActions.md: let token = store.inspect(
    store.send(.toggled)
    token.cancel()
    store.send(.toggled)
    #expect(lines == ["toggled, sent by user: State(isOn: false) -> State(isOn: true)"])
  }
}
