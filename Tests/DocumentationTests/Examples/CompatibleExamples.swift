import Store
import StoreTesting
import Testing

/// Examples of what exists in several spellings.
@MainActor
@Suite struct CompatibleExamples {
  // MARK: timer

  @Reducer
  struct Stopwatch {
    struct State: Equatable {
      var seconds = 0
    }
    enum Action {
      case started
      case tick
    }
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .started:
          // #include AsyncTimerSequence.swift: return .run { send in ...
        case .tick:
          state.seconds += 1
          return .none
        }
      }
    }
  }

  @Test func timer() async {
    let clock = TestClock()
    let store = TestStore(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = await store.send(.started)
    await clock.advance(by: .seconds(2))
    await store.receive(\.tick) { $0.seconds = 1 }
    await store.receive(\.tick) { $0.seconds = 2 }
    await task.cancel()
  }

  func timerOfADependency() {
    @Dependency(\.continuousClock) var clock

    func effect() -> Effect<Stopwatch.Action> {
      return .run { send in
        for await _ in clock.timer(interval: .seconds(1)) {
          await send(.tick)
        }
      }
    }
  }

  // MARK: Result

  @Reducer
  struct Search {
    struct State: Equatable {
      var query = ""
      var results: [String] = []
    }
    enum Action {
      case searchButtonTapped
      case response(Result<[String], any Error>)
    }
    struct Client: Sendable {
      func search(_ query: String) async throws -> [String] { ["\(query)!"] }
    }
    let client = Client()

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .searchButtonTapped:
          // #include Result+Catching.swift
        case .response(let response):
          state.results = (try? response.get()) ?? []
          return .none
        }
      }
    }
  }

  @Test func result() async {
    let store = TestStore(initialState: Search.State(query: "soup")) { Search() }
    await store.send(.searchButtonTapped)
    await store.receive(\.response.success) { $0.results = ["soup!"] }
  }

  // MARK: onChange

  @Reducer
  struct Settings {
    struct Client: Sendable {
      func save(_ settings: [String]) async {}
    }
    struct State: Equatable {
      var settings: [String] = []
    }
    enum Action {
      case added(String)
    }
    let client = Client()

    var body: some ReducerOf<Self> {
      // #include OnChange.swift: .onChange(of: \.settings) { oldSettings, state
    }
  }

  @Test func onChange() async {
    let store = TestStore(initialState: Settings.State()) { Settings() }
    await store.send(.added("quiet")) { $0.settings = ["quiet"] }.finish()
  }

  // MARK: Scope, ifLet, case subscript

  @Reducer struct Profile {
    struct State: Equatable { var title = "" }
    enum Action { case titleChanged(String) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .titleChanged(let title):
          state.title = title
          return .none
        }
      }
    }
  }

  @Reducer struct App {
    @Reducer(state: .equatable)
    enum Destination {
      case detail(Profile)
    }
    struct State: Equatable {
      var profile = Profile.State()
      var warning: AlertState<Warning>?
      @Presents var destination: Destination.State?
    }
    enum Action {
      case profile(Profile.Action)
      case warning(Warning)
      case destination(PresentationAction<Destination.Action>)
      case rename
    }
    enum Warning { case understood }

    var body: some ReducerOf<Self> {
      // #include Scope.swift: Scope(\.profile, action:
      Reduce { state, action in
        if case .rename = action { state.$destination[case: \.detail]?.title = "Soup" }
        return .none
      }
      .ifLet(\.warning, action: \.warning)
      .ifLet(\.$destination, action: \.destination)
    }
  }

  @Test func app() async {
    let state = App.State(
      warning: AlertState { TextState("Careful") },
      destination: .detail(Profile.State(title: "Stew"))
    )
    let store = TestStore(initialState: state) { App() }
    await store.send(.profile(.titleChanged("Me"))) { $0.profile.title = "Me" }
    await store.send(.warning(.understood)) { $0.warning = nil }
    await store.send(.rename) { $0.destination = .detail(Profile.State(title: "Soup")) }
  }

  @Test func substates() {
    var state = App.State(destination: .detail(Profile.State()))
    // #include PresentationState.swift: state.$destination[case:
    #expect(state.destination?.detail?.title == "Soup")
  }
}
