import Foundation
import StoreTesting
import Testing

@DependencyClient
struct AccountClient {
  var isFree: @Sendable (_ nickname: String) async throws -> Bool
  var register: @Sendable (_ email: String, _ nickname: String) async throws -> Void
}

extension AccountClient: DependencyKey {
  static let liveValue = AccountClient()
  static let testValue = AccountClient()
}

extension DependencyValues {
  var accountClient: AccountClient {
    get { self[AccountClient.self] }
    set { self[AccountClient.self] = newValue }
  }
}

@Reducer
struct Registration {
  struct State: Equatable {
    var email = ""
    var nickname = ""
    var acceptsTerms = false
    var nicknameIsFree: Bool?
    var submission = Submission.editing

    var emailProblem: String? {
      email.isEmpty || email.contains("@") ? nil : "An address has an @."
    }

    var canSubmit: Bool {
      submission != .submitting && !email.isEmpty && emailProblem == nil && nicknameIsFree != false && acceptsTerms
    }
  }

  enum Submission: Equatable {
    case editing
    case submitting
    case done
    case refused(reason: String)
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case nicknameChecked(isFree: Bool)
    case submitButtonTapped
    case registered
    case registrationFailed(reason: String)
  }

  enum CancelID { case check }

  @Dependency(\.accountClient) var accounts

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.nickname):
        state.nicknameIsFree = nil
        let nickname = state.nickname
        guard !nickname.isEmpty else { return .cancel(id: CancelID.check) }
        return .run { send in
          await send(.nicknameChecked(isFree: try await accounts.isFree(nickname: nickname)))
        } catch: { _, _ in
          // The server decides when the form is submitted.
        }
        .debounce(id: CancelID.check, for: .milliseconds(500))

      case .binding(\.email):
        state.email = state.email.lowercased()
        return .none

      case .binding:
        return .none

      case .nicknameChecked(let isFree):
        state.nicknameIsFree = isFree
        return .none

      case .submitButtonTapped:
        guard state.canSubmit else { return .none }
        state.submission = .submitting
        let (email, nickname) = (state.email, state.nickname)
        return .run { send in
          try await accounts.register(email: email, nickname: nickname)
          await send(.registered)
        } catch: { error, send in
          await send(.registrationFailed(reason: "\(error)"))
        }

      case .registered:
        state.submission = .done
        return .none

      case .registrationFailed(let reason):
        state.submission = .refused(reason: reason)
        return .none
      }
    }
  }
}

@Test func registering() async {
  let clock = TestClock()
  let store = TestStore(initialState: Registration.State()) {
    Registration()
  } withDependencies: {
    $0.continuousClock = clock
    $0.accountClient.isFree = { nickname in nickname != "ada" }
    $0.accountClient.register = { _, _ in }
  }

  await store.send(\.binding.email, "Ada@Example.com") {
    $0.email = "ada@example.com"
  }
  await store.send(\.binding.nickname, "ada") {
    $0.nickname = "ada"
  }
  await clock.advance(by: .milliseconds(500))
  await store.receive(\.nicknameChecked) {
    $0.nicknameIsFree = false
  }
  await store.send(\.binding.nickname, "countess") {
    $0.nickname = "countess"
    $0.nicknameIsFree = nil
  }
  await clock.advance(by: .milliseconds(500))
  await store.receive(\.nicknameChecked) {
    $0.nicknameIsFree = true
  }
  await store.send(\.binding.acceptsTerms, true) {
    $0.acceptsTerms = true
  }
  await store.send(\.submitButtonTapped) {
    $0.submission = .submitting
  }
  await store.receive(\.registered) {
    $0.submission = .done
  }
}

@Suite enum BindingsAndForms {
  @MainActor @Test static func writing() async {
    let store = Store(initialState: Registration.State()) {
      Registration()
    }
    store.email = "Ada@Example.com"
    print(store.email)  // ada@example.com
    #expect(store.email == "ada@example.com")

    store.send(.binding(.set(\.acceptsTerms, true)))
    store.send(.set(\.acceptsTerms, true))
    #expect(store.acceptsTerms)

    let handle = store.handle
    _ = await Task.detached { await handle.send(.set(\.acceptsTerms, false)) }.value
    #expect(!store.acceptsTerms)
  }

  /// A field that goes away after its state writes once more.
  @MainActor @Test static func late() {
    let store = Store(initialState: Screen.State(registration: Registration.State())) { Screen() }
    let registration = store.scope(state: \.registration, action: \.registration)
    store.send(.closed)
    registration?.email = "ada@example.com"
    #expect(store.registration == nil)
  }

  @Reducer
  struct Screen {
    struct State: Equatable {
      var registration: Registration.State?
    }

    enum Action {
      case closed
      case registration(Registration.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .closed = action { state.registration = nil }
        return .none
      }
      .ifLet(\.registration, action: \.registration) { Registration() }
    }
  }

  @Test static func refusing() async {
    struct Taken: Error {}
    let store = TestStore(
      initialState: Registration.State(
        email: "ada@example.com",
        nickname: "ada",
        acceptsTerms: true,
        nicknameIsFree: true
      )
    ) {
      Registration()
    } withDependencies: {
      $0.accountClient.register = { _, _ in throw Taken() }
    }
    await store.send(\.submitButtonTapped) { $0.submission = .submitting }
    await store.receive(\.registrationFailed) { $0.submission = .refused(reason: "Taken()") }
  }

  @Test static func validating() {
    var state = Registration.State(email: "ada")
    #expect(state.emailProblem != nil)
    state.email = "ada@example.com"
    #expect(state.emailProblem == nil)
    #expect(!state.canSubmit)
  }

  @Reducer
  struct Profile {
    struct Fields: Equatable {
      var name = ""
      var city = ""
    }

    struct State: Equatable {
      var fields = Fields()
      var saved = Fields()

      var hasChanges: Bool { fields != saved }
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case resetButtonTapped
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding:
          return .none

        case .resetButtonTapped:
          state.fields = state.saved
          return .none
        }
      }
    }
  }

  @MainActor @Test static func parts() {
    let store = Store(initialState: Profile.State()) { Profile() }
    store.fields.name = "Ada"
    #expect(store.hasChanges)
    store.send(.resetButtonTapped)
    #expect(!store.hasChanges)
  }

  @Reducer
  struct Settings {
    @ObservableState
    struct State: Equatable {
      var isSoundOn = true
      var volume = 5
    }

    enum Action: ViewAction {
      case view(View)

      @CasePathable
      enum View: BindableAction {
        case binding(BindingAction<State>)
        case resetButtonTapped
      }
    }

    var body: some ReducerOf<Self> {
      BindingReducer(action: \.view)
      Reduce { state, action in
        switch action {
        case .view(.binding):
          return .none

        case .view(.resetButtonTapped):
          state = State()
          return .none
        }
      }
    }
  }

  @MainActor @Test static func views() {
    let store = Store(initialState: Settings.State()) { Settings() }
    store.volume = 7
    #expect(store.volume == 7)
    store.send(.view(.resetButtonTapped))
    #expect(store.volume == 5)
  }

  /// Where `BindingReducer` is missing.
  @Reducer
  struct Deaf {
    struct State: Equatable {
      var name = ""
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in .none }
    }
  }
}

extension Failures {
  /// Those of the article.
  static func ofBindings() async -> [String] {
    await withCapturedIssues {
      let store = TestStore(initialState: BindingsAndForms.Deaf.State()) { BindingsAndForms.Deaf() }
      await store.send(\.binding.name, "Ada") { $0.name = "Ada" }
    }
    .map(\.message)
  }
}
