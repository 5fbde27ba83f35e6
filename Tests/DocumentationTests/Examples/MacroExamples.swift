import Store
import Testing

// What the documentation of the macros shows. In enums of their own, as the examples have names that others have too.

@DependencyClient
struct ForecastClient {
  var temperature: @Sendable (_ city: String) async throws -> Double
  var isWindy: @Sendable (_ city: String) -> Bool = { _ in false }
  var units = "metric"
}

private enum Clients {
  @DependencyClient
  struct UserClient {
    @DependencyEndpoint(method: "user")
    var userByID: @Sendable (_ id: Int) async throws -> String
    @DependencyEndpoint(method: "user")
    var userByName: @Sendable (_ name: String) async throws -> String
  }
}

extension ForecastClient: TestDependencyKey {
  static let testValue = ForecastClient()
}

private enum Downloads {
  @CasePathable
  enum Download {
    case waiting
    case running(progress: Double)
    case failed(code: Int, message: String)
  }
}

private enum Screens {
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
}

private typealias Path = Screens.Path

extension Path.State: Equatable {}

private enum Views {
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

  struct TimerScreen { let store: StoreOf<Screens.Timer> }
  struct EmptyScreen {}
  struct SummaryScreen { let seconds: Int }
}

@MainActor
@Suite struct MacroExamples {
  @Test func clients() async throws {
    let weather = ForecastClient(temperature: { city in city == "Oslo" ? -3 : 20 }, isWindy: { _ in false })
    #expect(try await weather.temperature(city: "Oslo") == -3)
    #expect(weather.isWindy(city: "Oslo") == false)
    let client = Clients.UserClient(userByID: { "\($0)" }, userByName: { $0 })
    let user = try await client.user(name: "blob")
    #expect(user == "blob")
    #expect(try await client.user(id: 3) == "3")
  }

  @Test func cases() {
    let download = Downloads.Download.failed(code: 404, message: "Not found")
    let failure = download[case: \.failed]?.message
    #expect(failure == "Not found")
  }

  private func screen(_ store: Store<Path.State, Path.Action>) -> Any {
    typealias TimerScreen = Views.TimerScreen
    typealias EmptyScreen = Views.EmptyScreen
    typealias SummaryScreen = Views.SummaryScreen
    return switch store.case {
    case .timer(let store): TimerScreen(store: store)
    case .alert: EmptyScreen()
    case .summary(let seconds): SummaryScreen(seconds: seconds)
    }
  }

  @Test func casesOfAStore() {
    let store = Store(initialState: Path.State.summary(seconds: 3)) { Path.body }
    #expect((screen(store) as? Views.SummaryScreen)?.seconds == 3)
    let timer = Store(initialState: Path.State.timer(Screens.Timer.State())) { Path.body }
    (screen(timer) as? Views.TimerScreen)?.store.send(.ticked)
    #expect(timer.state == .timer(Screens.Timer.State(seconds: 1)))
  }

  @Test func viewActions() {
    let store = Store(initialState: Views.Login.State()) { Views.Login() }
    Views.LoginScreen(store: store).buttonTapped()
  }
}
