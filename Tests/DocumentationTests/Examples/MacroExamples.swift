import Store
import StoreTesting
import Testing

@DependencyClient
struct TideClient {
  var height: @Sendable (_ harbor: String) async throws -> Double
  var isRising: @Sendable (_ harbor: String) -> Bool = { _ in false }
  var units = "metric"
}

extension TideClient: TestDependencyKey {
  static let testValue = TideClient()
}

@DependencyClient
struct UserClient {
  @DependencyEndpoint(method: "user")
  var userByID: @Sendable (_ id: Int) async throws -> String
  @DependencyEndpoint(method: "user")
  var userByName: @Sendable (_ name: String) async throws -> String
}

@CasePathable
enum Download {
  case waiting
  case running(progress: Double)
  case failed(code: Int, message: String)
}

@Reducer
struct Timer {
  struct State: Equatable {
    var seconds = 0
  }
  enum Action {
    case ticked
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }
}

@Reducer
enum Path {
  case timer(Timer)
  case alert(AlertState<Alert>)
  @ReducerCaseIgnored case summary(seconds: Int)

  enum Alert {
    case stopButtonTapped
  }
}

extension Path.State: Equatable {}

@Reducer
struct Login {
  enum Action: ViewAction {
    case loggedIn
    case view(View)

    @CasePathable
    enum View {
      case loginButtonTapped
    }
  }
}

@ViewAction(for: Login.self)
struct LoginScreen {
  let store: StoreOf<Login>

  func buttonTapped() {
    send(.loginButtonTapped)
  }
}

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
    switch store.case {
    case .timer(let store): TimerScreen(store: store)
    case .alert: EmptyScreen()
    case .summary(let seconds): SummaryScreen(seconds: seconds)
    }
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
