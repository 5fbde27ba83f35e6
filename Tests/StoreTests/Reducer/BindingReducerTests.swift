import Store
import Testing

@MainActor
@Suite struct BindingReducerTests {
  struct State: Equatable {
    var query = ""
    var limit = 10
    var log: [String] = []
  }

  @CasePathable
  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case cleared
  }

  /// Records which pattern an action matches.
  @Reducer
  struct Recorder {
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .binding(\.query): state.log.append("query \(state.query)")
      case .binding: state.log.append("another")
      case .cleared: state.log.append("cleared")
      }
      return .none
    }
  }

  func makeStore() -> Store<State, Action> {
    Store(initialState: State()) {
      BindingReducer()
      Recorder()
    }
  }

  @Test func writingAPropertyOfTheStoreSendsABindingAction() {
    let store = makeStore()
    store.query = "swift"
    store.limit += 5
    #expect(store.state == State(query: "swift", limit: 15, log: ["query swift", "another"]))
    store.send(.cleared)
    #expect(store.state == State(query: "swift", limit: 15, log: ["query swift", "another", "cleared"]))
  }

  /// Controls may write once more while they are removed.
  @Test func nothingIsWrittenWhenTheStateIsGone() throws {
    let store = Store<State?, Action>(initialState: State()) {
      Reduce { state, action in
        if action == .cleared { state = nil }
        return .none
      }
      .ifLet(\.self, action: \.self) { BindingReducer() }
    }
    let form = try #require(store.scope(state: \.self, action: \.self))
    form.query = "swift"
    store.send(.cleared)
    form.query = "late"
    #expect(store.state == nil)
  }

  @Test func anActionSaysWhatItWritesToWhichProperty() {
    typealias Writing = BindingAction<State>
    let action = Action.set(\.query, "swift")
    #expect(action == .binding(.set(\.query, "swift")))
    #expect(action != .binding(.set(\.query, "other")))
    #expect(Writing.set(\.limit, 1) != .set(\.query, "1"))
    #expect(BindingAction<Pair>.set(\.left, 1) != .set(\.right, 1))
    #expect(action.binding == .set(\.query, "swift"))
    #expect(Action.cleared.binding == nil)
    let query: String? = action[case: \.binding.query]
    #expect(query == "swift")
    #expect(action.is(\.binding.query))
    #expect(!action.is(\.binding.limit))
    // A pattern matches by property.
    let writing = BindingAction<Pair>.set(\.left, 3)
    #expect(\Pair.left ~= writing)
    #expect((\Pair.right ~= writing) == false)
    #expect(writing.keyPath as AnyKeyPath == \Pair.left)
  }

  struct Pair: Equatable {
    var left = 0
    var right = 0
  }

  @Test func aBindingThatNobodyWritesIsReported() {
    let store = Store(initialState: State()) { Recorder() }
    let issues = withCapturedIssues { store.query = "swift" }
    #expect(store.state == State(log: ["query "]))
    let message = """
      A binding action that was sent from a store was not handled. Nothing was written.

        Action:
          BindingReducerTests.Action.binding(
            .set(
              \\State.query,
              "swift"
            )
          )
        Store:  Store<BindingReducerTests.State, BindingReducerTests.Action>

      This usually means that the body of the feature has no "BindingReducer()". Add it, before the reducers that react to \
      what was written; if the bindings are among the actions of the view, "BindingReducer(action: \\.view)".
      """
    #expect(issues.map(\.message) == [message])
    #expect(issues.first?.article == .bindings)
  }

  /// Binding actions that are sent in another way, and changes by reducers, are not reported.
  @Test func onlyWhatIsWrittenThroughAStoreIsReported() {
    let store = Store(initialState: State()) { Recorder() }
    store.send(.set(\.query, "swift"))
    #expect(store.log == ["query "])
  }

  /// The write waits in the queue, so its result is unknown when the reducer continues.
  @Test func whatAReducerWritesThroughAStoreIsWritten() {
    weak var weakStore: Store<State, Action>?
    let store = Store<State, Action>(initialState: State()) {
      BindingReducer()
      Reduce<State, Action> { state, action in
        if action == .cleared { weakStore?.query = "from within" }
        return .none
      }
    }
    weakStore = store
    store.send(.cleared)
    #expect(store.state.query == "from within")
  }
}

/// An enum without case paths.
@Reducer
private struct Form {
  struct State: Equatable {
    var name = ""
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }
  var body: some ReducerOf<Self> { BindingReducer() }
}

@MainActor @Test func actionsWithoutCasePathsCanWrite() {
  let store = Store(initialState: Form.State()) { Form() }
  store.name = "Blob"
  #expect(store.name == "Blob")
}

@Reducer
private struct Profile {
  struct State: Equatable {
    var name = ""
    var saves = 0
  }
  @CasePathable
  enum Action: ViewAction {
    case view(View)

    @CasePathable
    enum View: BindableAction {
      case binding(BindingAction<State>)
      case saveTapped
    }
  }
  let log: (Action) -> Void

  var body: some Reducer<State, Action> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      log(action)
      if case .view(.saveTapped) = action { state.saves += 1 }
      return .none
    }
  }
}

@MainActor @Test func writingAPropertyOfTheStoreSendsABindingActionOfTheView() {
  var written: [BindingAction<Profile.State>] = []
  let profile = Profile { if case .view(.binding(let action)) = $0 { written.append(action) } }
  let store = Store(initialState: Profile.State()) { profile }
  store.name = "Blob"
  store.saves += 2
  store.send(.view(.saveTapped))
  #expect(store.name == "Blob")
  #expect(store.saves == 3)
  #expect(written == [.set(\.name, "Blob"), .set(\.saves, 2)])
}

/// Through key paths that can be written, as bindings of views read.
@MainActor @Test func onlyChangesOfThePropertyThatABindingReadsAreTold() {
  let form = BindingReducerTests().makeStore()
  let profile = Store(initialState: Profile.State()) { Profile { _ in } }
  let query: ReferenceWritableKeyPath<Store<BindingReducerTests.State, BindingReducerTests.Action>, String> = \.query
  let name: ReferenceWritableKeyPath<StoreOf<Profile>, String> = \.name
  let told = LockIsolated<[String]>([])
  withObservationTracking {
    _ = form[keyPath: query]
  } onChange: {
    told.withValue { $0.append("form") }
  }
  withObservationTracking {
    _ = profile[keyPath: name]
  } onChange: {
    told.withValue { $0.append("profile") }
  }
  form.send(.cleared)
  profile.send(.view(.saveTapped))
  #expect(told.value == [])
  form[keyPath: query] = "swift"
  #expect(told.value == ["form"])
  profile[keyPath: name] = "Blob"
  #expect(told.value == ["form", "profile"])
}
