import Foundation
import StoreTesting
import Testing

// #include Reducer.swift

// #include CompositeReducer.swift

@Reducer
struct Toggle {
  struct State: Equatable {
    var isOn = false
  }
  enum Action {
    case toggled
  }
  // #include Reduce.swift
}

/// A child for every parent.
@Reducer
struct Row {
  struct State: Equatable, Identifiable {
    var id = 1
    var isOpen = true
    var user = "Ada"
  }
  enum Action: Equatable {
    case appeared
    case closed
    case saveButtonTapped
    case soundToggled
    case succeeded(user: String)
  }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if action == .closed { state.isOpen = false }
    return .none
  }
}

@Suite struct ReducerExamples {
  @Test func logged() async {
    let store = TestStore(initialState: Toggle.State()) { Logged(base: Toggle()) }
    await store.send(.toggled) { $0.isOn = true }
  }

  @Test func counter() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
  }

  // MARK: Scope

  typealias Profile = Row

  @Reducer
  struct Account {
    struct State: Equatable {
      var profile = Profile.State(id: 1)
    }
    enum Action {
      case profile(Profile.Action)
    }
    // #include Scope.swift: var body: some ReducerOf<Self> {
  }

  @Test func scope() async {
    let store = TestStore(initialState: Account.State()) { Account() }
    await store.send(.profile(.closed)) { $0.profile.isOpen = false }
  }

  // MARK: ForEach

  @Reducer
  struct Table {
    // #include ForEach.swift: case rows(IdentifiedActionOf<Row>)
  }

  @Test func forEach() async {
    let store = TestStore(initialState: Table.State(rows: [Row.State(id: 1)])) { Table() }
    await store.send(.rows(.element(id: 1, action: .closed))) { $0.rows[id: 1]?.isOpen = false }
  }

  // MARK: IfLet

  typealias Editor = Row
  typealias Detail = Row

  @Reducer
  struct Document {
    struct State: Equatable {
      var editor: Editor.State?
    }
    enum Action {
      case editButtonTapped
      case editor(Editor.Action)
    }
    var body: some ReducerOf<Self> {
      // #include IfLet.swift: case .editor(.closed):
    }
  }

  @Test func ifLet() async {
    let store = TestStore(initialState: Document.State()) { Document() }
    await store.send(.editButtonTapped) { $0.editor = Editor.State(id: 1) }
    await store.send(.editor(.closed)) { $0.editor = nil }
  }

  @Reducer
  struct Combined {
    struct State: Equatable {
      var detail: Detail.State?
    }
    enum Action {
      case detail(Detail.Action)
    }

    @Reducer
    struct SearchReducer {
      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    }
    typealias HistoryReducer = SearchReducer

    var body: some ReducerOf<Self> {
      // #include CombineReducers.swift
    }
  }

  @Test func combineReducers() async {
    let store = TestStore(initialState: Combined.State(detail: Detail.State(id: 1))) { Combined() }
    await store.send(.detail(.closed)) { $0.detail?.isOpen = false }
  }

  // MARK: IfCaseLet

  typealias Login = Row

  @Reducer
  struct Home {
    struct State: Equatable {
      var user: String
    }
    enum Action {
      case renamed(String)
    }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .renamed(let name) = action { state.user = name }
      return .none
    }
  }

  @Reducer
  struct Session {
    enum Action {
      case loggedIn(Home.Action)
      case loggedOut(Login.Action)
    }
    // #include IfCaseLet.swift
  }

  @Test func ifCaseLet() async {
    let store = TestStore(initialState: Session.State.loggedOut(Login.State(id: 1))) { Session() }
    await store.send(.loggedOut(.succeeded(user: "Ada"))) { $0 = .loggedIn(Home.State(user: "Ada")) }
    await store.send(.loggedIn(.renamed("Eve"))) { $0 = .loggedIn(Home.State(user: "Eve")) }
  }

  // MARK: OnChange

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
      // #include OnChange.swift: .onChange(of: \.settings) { oldSettings, newSettings
    }
  }

  @Test func onChange() async {
    let store = TestStore(initialState: Settings.State()) { Settings() }
    await store.send(.added("quiet")) { $0.settings = ["quiet"] }.finish()
  }

  // MARK: Dependency

  struct UserDefaults: DependencyKey {
    var name: String
    static let liveValue = UserDefaults(name: "live")
    static var inMemory: Self { UserDefaults(name: "in memory") }
  }

  @Reducer
  struct Welcome {
    struct State: Equatable {
      var onboarding = Onboarding.State()
    }
    enum Action {
      case onboarding(Onboarding.Action)
    }
    var body: some ReducerOf<Self> {
      // #include Dependency+Reducer.swift
    }
  }

  @Reducer
  struct Onboarding {
    struct State: Equatable {
      var name = ""
    }
    enum Action {
      case appeared
    }
    @Dependency(\.userDefaults) var userDefaults

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.name = userDefaults.name
      return .none
    }
  }

  @Test func dependency() async {
    let store = TestStore(initialState: Welcome.State()) { Welcome() }
    await store.send(.onboarding(.appeared)) { $0.onboarding.name = "in memory" }
  }

  // MARK: Bindings

  @Reducer
  struct Form {
    struct State: Equatable {
      var query = ""
    }
    // #include BindableAction.swift
    enum CancelID { case search }

    // #include BindingReducer.swift

    func note(_ action: Action) -> Bool {
      switch action {
      case .binding(\.query):
        // The query has been written; BindingReducer has seen to it.
        return true
      default:
        return false
      }
    }
  }

  @Test func bindings() async {
    let clock = TestClock()
    let store = TestStore(initialState: Form.State()) {
      Form()
    } withDependencies: {
      $0.continuousClock = clock
    }
    // #include BindingAction.swift: await store.send(\.binding.
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.searchButtonTapped)
    #expect(Form().note(.binding(.set(\.query, ""))))
  }

  // #include BindableState.swift: struct Search

  @Test func encodedBindings() throws {
    let text = #"{"binding":{"_0":{"query":"swift"}}}"#
    let action = try JSONDecoder().decode(Search.Action.self, from: Data(text.utf8))
    #expect(action.binding == .set(\.query, "swift"))
    let plain = try JSONEncoder().encode(Filter.Action.binding(.set(\.query, "swift")))
    #expect(String(decoding: plain, as: UTF8.self) == text)
  }
}

/// A state without the macro.
@Reducer
struct Filter {
  struct State: Equatable, Encodable {
    var query = ""
    var limit = 10
  }

  enum Action: BindableAction, Codable {
    case binding(BindingAction<State>)
  }
}

// #include BindableState.swift: extension Filter.State

extension DependencyValues {
  fileprivate var userDefaults: ReducerExamples.UserDefaults {
    get { self[ReducerExamples.UserDefaults.self] }
    set { self[ReducerExamples.UserDefaults.self] = newValue }
  }
}

extension ReducerExamples.Table.State: Equatable {}

extension ReducerExamples.Session.State: Equatable {}
