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

// #include BindingsAndForms.md: struct Registration

// #include BindingsAndForms.md: func registering

@Suite enum BindingsAndForms {
  @MainActor @Test static func writing() async {
    let store = Store(initialState: Registration.State()) {
      Registration()
    }
    // #include BindingsAndForms.md: store.email = "Ada@Example.com"
    #expect(store.email == "ada@example.com")

    // #include BindingsAndForms.md: store.send(.binding(.
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

    // #include BindingsAndForms.md: var saved = Fields()

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

    // #include BindingsAndForms.md: enum Action: ViewAction {
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
