import StoreTesting
import Testing

struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
  }
  enum Action {
    case incrementButtonTapped
  }
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}

struct Toggle: Reducer {
  struct State: Equatable {
    var isOn = false
  }
  enum Action {
    case toggled
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .toggled:
        state.isOn.toggle()
        return .none
      }
    }
  }
}

/// A child for every parent.
struct Row: Reducer {
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
  @Test func counter() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
  }

  // MARK: Scope

  typealias Profile = Row

  struct Account: Reducer {
    struct State: Equatable {
      var profile = Profile.State(id: 1)
    }
    enum Action: CasePathable {
      case profile(Profile.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.profile, action: \.profile) { Profile() }
      Reduce { state, action in
        // The child has run already.
        return .none
      }
    }
  }

  @Test func scope() async {
    let store = TestStore(initialState: Account.State()) { Account() }
    await store.send(.profile(.closed)) { $0.profile.isOpen = false }
  }

  // MARK: ForEach

  struct Table: Reducer {
    struct State {
      var rows: IdentifiedArrayOf<Row.State> = []
    }
    enum Action: CasePathable {
      case rows(IdentifiedActionOf<Row>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        // The row has run already.
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  @Test func forEach() async {
    let store = TestStore(initialState: Table.State(rows: [Row.State(id: 1)])) { Table() }
    await store.send(.rows(.element(id: 1, action: .closed))) { $0.rows[id: 1]?.isOpen = false }
  }

  // MARK: IfLet

  typealias Editor = Row
  typealias Detail = Row

  struct Document: Reducer {
    struct State: Equatable {
      var editor: Editor.State?
    }
    enum Action: CasePathable {
      case editButtonTapped
      case editor(Editor.Action)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .editButtonTapped:
          state.editor = Editor.State()
          return .none
        case .editor(.closed):
          state.editor = nil
          return .none
        case .editor:
          return .none
        }
      }
      .ifLet(\.editor, action: \.editor) { Editor() }
    }
  }

  @Test func ifLet() async {
    let store = TestStore(initialState: Document.State()) { Document() }
    await store.send(.editButtonTapped) { $0.editor = Editor.State(id: 1) }
    await store.send(.editor(.closed)) { $0.editor = nil }
  }

  struct Combined: Reducer {
    struct State: Equatable {
      var detail: Detail.State?
    }
    enum Action: CasePathable {
      case detail(Detail.Action)
    }

    struct SearchReducer: Reducer {
      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    }
    typealias HistoryReducer = SearchReducer

    var body: some ReducerOf<Self> {
      CombineReducers {
        SearchReducer()
        HistoryReducer()
      }
      .ifLet(\.detail, action: \.detail) { Detail() }
    }
  }

  @Test func combineReducers() async {
    let store = TestStore(initialState: Combined.State(detail: Detail.State(id: 1))) { Combined() }
    await store.send(.detail(.closed)) { $0.detail?.isOpen = false }
  }

  // MARK: IfCaseLet

  typealias Login = Row

  struct Home: Reducer {
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

  struct Session: Reducer {
    enum Action: CasePathable {
      case loggedIn(Home.Action)
      case loggedOut(Login.Action)
    }
    enum State: CasePathable {
      case loggedIn(Home.State)
      case loggedOut(Login.State)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .loggedOut(.succeeded(let user)) = action { state = .loggedIn(Home.State(user: user)) }
        return .none
      }
      .ifCaseLet(\.loggedIn, action: \.loggedIn) { Home() }
      .ifCaseLet(\.loggedOut, action: \.loggedOut) { Login() }
    }
  }

  @Test func ifCaseLet() async {
    let store = TestStore(initialState: Session.State.loggedOut(Login.State(id: 1))) { Session() }
    await store.send(.loggedOut(.succeeded(user: "Ada"))) { $0 = .loggedIn(Home.State(user: "Ada")) }
    await store.send(.loggedIn(.renamed("Eve"))) { $0 = .loggedIn(Home.State(user: "Eve")) }
  }

  // MARK: OnChange

  struct Settings: Reducer {
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
      Reduce { state, action in
        if case .added(let setting) = action { state.settings.append(setting) }
        return .none
      }
      .onChange(of: \.settings) { oldSettings, newSettings in
        Reduce { state, action in
          .run { _ in await client.save(newSettings) }
        }
      }
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

  struct Welcome: Reducer {
    struct State: Equatable {
      var onboarding = Onboarding.State()
    }
    enum Action: CasePathable {
      case onboarding(Onboarding.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.onboarding, action: \.onboarding) {
        Onboarding().dependency(\.userDefaults, .inMemory)
      }
    }
  }

  struct Onboarding: Reducer {
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

  struct Form: Reducer {
    struct State: Equatable {
      var query = ""
    }
    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case searchButtonTapped
    }
    enum CancelID { case search }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.query):
          return .send(.searchButtonTapped).debounce(id: CancelID.search, for: .milliseconds(300))
        case .binding, .searchButtonTapped:
          return .none
        }
      }
    }

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
    await store.send(.binding(.set(\.query, "swift"))) { $0.query = "swift" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.searchButtonTapped)
    #expect(Form().note(.binding(.set(\.query, ""))))
  }
}

extension DependencyValues {
  fileprivate var userDefaults: ReducerExamples.UserDefaults {
    get { self[ReducerExamples.UserDefaults.self] }
    set { self[ReducerExamples.UserDefaults.self] = newValue }
  }
}

extension ReducerExamples.Account.Action {
  struct AllCasePaths: Sendable {
    var profile: AnyCasePath<ReducerExamples.Account.Action, Row.Action> {
      AnyCasePath(embed: { .profile($0) }) {
        guard case .profile(let value) = $0 else { return nil }
        return value
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension ReducerExamples.Table.State: Equatable {}

extension ReducerExamples.Table.Action {
  struct AllCasePaths: Sendable {
    var rows: AnyCasePath<ReducerExamples.Table.Action, IdentifiedActionOf<Row>> {
      AnyCasePath(embed: { .rows($0) }) {
        guard case .rows(let value) = $0 else { return nil }
        return value
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension ReducerExamples.Document.Action {
  struct AllCasePaths: Sendable {
    var editor: AnyCasePath<ReducerExamples.Document.Action, Row.Action> {
      AnyCasePath(embed: { .editor($0) }) {
        guard case .editor(let value) = $0 else { return nil }
        return value
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension ReducerExamples.Combined.Action {
  struct AllCasePaths: Sendable {
    var detail: AnyCasePath<ReducerExamples.Combined.Action, Row.Action> {
      AnyCasePath(embed: { .detail($0) }) {
        guard case .detail(let value) = $0 else { return nil }
        return value
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension ReducerExamples.Session.State: Equatable {
  struct AllCasePaths: Sendable {
    var loggedIn: AnyCasePath<ReducerExamples.Session.State, ReducerExamples.Home.State> {
      AnyCasePath(embed: { .loggedIn($0) }) {
        guard case .loggedIn(let value) = $0 else { return nil }
        return value
      }
    }
    var loggedOut: AnyCasePath<ReducerExamples.Session.State, Row.State> {
      AnyCasePath(embed: { .loggedOut($0) }) {
        guard case .loggedOut(let value) = $0 else { return nil }
        return value
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension ReducerExamples.Session.Action {
  struct AllCasePaths: Sendable {
    var loggedIn: AnyCasePath<ReducerExamples.Session.Action, ReducerExamples.Home.Action> {
      AnyCasePath(embed: { .loggedIn($0) }) {
        guard case .loggedIn(let value) = $0 else { return nil }
        return value
      }
    }
    var loggedOut: AnyCasePath<ReducerExamples.Session.Action, Row.Action> {
      AnyCasePath(embed: { .loggedOut($0) }) {
        guard case .loggedOut(let value) = $0 else { return nil }
        return value
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension ReducerExamples.Welcome.Action {
  struct AllCasePaths: Sendable {
    var onboarding: AnyCasePath<ReducerExamples.Welcome.Action, ReducerExamples.Onboarding.Action> {
      AnyCasePath(embed: { .onboarding($0) }) {
        guard case .onboarding(let value) = $0 else { return nil }
        return value
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension ReducerExamples.Form.Action: CasePathable {
  struct AllCasePaths: BindableCasePaths, Sendable {
    var binding: AnyCasePath<ReducerExamples.Form.Action, BindingAction<ReducerExamples.Form.State>> {
      AnyCasePath(embed: { .binding($0) }) {
        guard case .binding(let value) = $0 else { return nil }
        return value
      }
    }
    var searchButtonTapped: AnyCasePath<ReducerExamples.Form.Action, Void> {
      AnyCasePath(embed: { .searchButtonTapped }) {
        guard case .searchButtonTapped = $0 else { return nil }
        return ()
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
