import StoreTesting
import Testing

@Suite struct LogRecipe {
  @DependencyClient
  struct LogClient: TestDependencyKey {
    var write: @Sendable (_ line: String) -> Void

    static let testValue = LogClient()
  }

  struct Logged<Base: Reducer>: Reducer {
    let base: Base

    @Dependency(LogClient.self) var log

    var body: some Reducer<Base.State, Base.Action> {
      Reduce { state, action in
        log.write(line: "\(action)")
        return .none
      }
      base
    }
  }

  @Test func actionsAreLogged() async {
    let lines = LockIsolated<[String]>([])
    let store = TestStore(initialState: Toggle.State()) {
      Logged(base: Toggle())
    } withDependencies: {
      $0[LogClient.self].write = { line in lines.withValue { $0.append(line) } }
    }

    await store.send(.toggled) { $0.isOn = true }
    #expect(lines.value == ["toggled"])
  }

  @MainActor
  @Test func oneStoreIsLogged() async {
    var lines: [String] = []
    func log(_ line: String) { lines.append(line) }
    let store = Store(initialState: Toggle.State()) { Toggle() }
    let token = store.inspect(
      with: Inspector { step in
        if case .reduced(let action, let origin, let before, let after) = step {
          log("\(action), sent by \(origin): \(before) -> \(after)")
        }
      }
    )
    store.send(.toggled)
    token.cancel()
    store.send(.toggled)
    #expect(lines == ["toggled, sent by user: State(isOn: false) -> State(isOn: true)"])
  }
}
