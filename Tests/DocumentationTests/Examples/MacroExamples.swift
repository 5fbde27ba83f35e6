import Store
import StoreTesting
import Testing

// #include DependencyClient.swift

// #include Dependencies/Macros/DependencyEndpoint.swift: ... }

// #include CasePathable+Macro.swift: ... }

// #include Reducer+Macro.swift

// #include ViewAction+Macro.swift

@MainActor @Suite struct MacroExamples {
  @Test func clients() async throws {
    let client = UserClient(userByID: { "user \($0)" }, userByName: { $0 })
    let user = try await client.user(name: "blob")
    #expect(user == "blob")

    let tide = TideClient(height: { _ in 2.1 }, isRising: { $0 == "Brest" })
    #expect(try await tide.height(harbor: "Brest") == 2.1)
    #expect(tide.isRising(harbor: "Brest"))
    #expect(tide.units == "metric")
    withExpectedIssue {
      #expect(!TideClient().isRising(harbor: "Brest"))
    }
  }

  @Test func casePaths() {
    let download = Download.failed(code: 404, message: "not found")
    let failure = download[case: \.failed]?.message
    #expect(failure == "not found")
  }

  private enum Screen: Equatable {
    case timer(Int)
    case empty
    case summary(Int)
  }

  private func TimerScreen(store: StoreOf<Timer>) -> Screen { .timer(store.seconds) }
  private func EmptyScreen() -> Screen { .empty }
  private func SummaryScreen(seconds: Int) -> Screen { .summary(seconds) }

  private func screen(_ store: Store<Path.State, Path.Action>) -> Screen {
    // #include Store+Case.swift
  }

  @Test func reducers() async {
    let store = TestStore(initialState: Timer.State()) { Timer() }
    await store.send(.ticked) { $0.seconds = 1 }

    let path = Store(initialState: Path.State.timer(Timer.State())) { Path.body }
    path.send(.timer(.ticked))
    #expect(screen(path) == .timer(1))
    #expect(screen(Store(initialState: .summary(seconds: 3)) { Path.body }) == .summary(3))
  }

  @Test func viewActions() {
    var isTapped = false
    let store = Store<Login.State, Login.Action>(initialState: Login.State()) {
      Login()
      Reduce { _, action in
        if case .view(.loginButtonTapped) = action { isTapped = true }
        return .none
      }
    }
    LoginScreen(store: store).buttonTapped()
    #expect(isTapped)
  }
}
