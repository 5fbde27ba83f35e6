import Store
import Testing

@MainActor @Suite struct BindingReducerTests {
  struct State: Equatable {
    var query = ""
    var limit = 10
    var log: [String] = []
  }

  @CasePathable enum Action: BindableAction, Equatable { case binding(BindingAction<State>), cleared }

  let recorder = Changes<State, Action> { state, action in
    switch action {
    case .binding(\.query): state.log.append("query \(state.query)")
    case .binding: state.log.append("another")
    case .cleared: state.log.append("cleared")
    }
  }

  func makeStore() -> Store<State, Action> {
    Store(initialState: State()) {
      BindingReducer()
      recorder
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
      Changes { state, action in if action == .cleared { state = nil } }
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
    #expect(action == .binding(.set(\.query, "swift")) && action != .binding(.set(\.query, "other")))
    #expect(Writing.set(\.limit, 1) != .set(\.query, "1"))
    #expect(BindingAction<Pair>.set(\.left, 1) != .set(\.right, 1))
    #expect(action.binding == .set(\.query, "swift") && Action.cleared.binding == nil)
    let query: String? = action[case: \.binding.query]
    #expect(query == "swift" && action.is(\.binding.query) && !action.is(\.binding.limit))
    // A pattern matches by property.
    let writing = BindingAction<Pair>.set(\.left, 3)
    #expect(\Pair.left ~= writing && !(\Pair.right ~= writing) && writing.keyPath as AnyKeyPath == \Pair.left)
  }

  struct Pair: Equatable {
    var left = 0
    var right = 0
  }

  @Test func aBindingThatNobodyWritesIsReported() {
    let store = Store(initialState: State()) { recorder }
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
    #expect(issues.map(\.message) == [message] && issues.first?.article == .bindings)
    // Binding actions that are sent in another way are not reported.
    #expect(withCapturedIssues { _ = store.send(.set(\.query, "swift")) }.isEmpty)
    #expect(store.log == ["query ", "query "])
  }

  /// The write waits in the queue, so its result is unknown when the reducer continues.
  @Test func whatAReducerWritesThroughAStoreIsWritten() {
    weak var weakStore: Store<State, Action>?
    let store = Store<State, Action>(initialState: State()) {
      BindingReducer()
      Changes<State, Action> { _, action in if action == .cleared { weakStore?.query = "from within" } }
    }
    weakStore = store
    store.send(.cleared)
    #expect(store.state.query == "from within")
  }
}

@Reducer private struct Profile {
  struct State: Equatable {
    var name = ""
    var saves = 0
  }
  @CasePathable enum Action: ViewAction {
    case view(View)

    @CasePathable enum View: BindableAction { case binding(BindingAction<State>), saveTapped }
  }
  let log: (Action) -> Void

  var body: some Reducer<State, Action> {
    BindingReducer(action: \.view)
    Changes { state, action in
      log(action)
      if case .view(.saveTapped) = action { state.saves += 1 }
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
  #expect(store.name == "Blob" && store.saves == 3 && written == [.set(\.name, "Blob"), .set(\.saves, 2)])
}

/// Through key paths that can be written, as bindings of views read.
@MainActor @Test func onlyChangesOfThePropertyThatABindingReadsAreTold() {
  let form = BindingReducerTests().makeStore()
  let profile = Store(initialState: Profile.State()) { Profile { _ in } }
  let query: ReferenceWritableKeyPath<Store<BindingReducerTests.State, BindingReducerTests.Action>, String> = \.query
  let name: ReferenceWritableKeyPath<StoreOf<Profile>, String> = \.name
  let log = Log()
  log.watch("form") { _ = form[keyPath: query] }
  log.watch("profile") { _ = profile[keyPath: name] }
  form.send(.cleared)
  profile.send(.view(.saveTapped))
  #expect(log.entries == [])
  form[keyPath: query] = "swift"
  #expect(log.entries == ["form"])
  profile[keyPath: name] = "Blob"
  #expect(log.entries == ["form", "profile"])
}
