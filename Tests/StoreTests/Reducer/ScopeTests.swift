import Dependencies
import Store
import Testing

@MainActor
@Suite struct ScopeTests {
  struct State: Equatable {
    var worker = Worker.State(id: 1)
    var computed: Worker.State {
      get { worker }
      set { worker = newValue }
    }
  }
  typealias Action = ParentAction<State, Worker.Action>

  let clock = TestClock()

  @Test(arguments: [\State.worker, \State.computed] as [any WritableKeyPath<State, Worker.State> & Sendable])
  func aPropertysReducerRunsWhereItIsListed(keyPath: any WritableKeyPath<State, Worker.State> & Sendable) {
    var log: [Int] = []
    let store = Store(initialState: State()) {
      Reduce<State, Action> { state, _ in
        log.append(state.worker.starts)
        return .none
      }
      Scope(state: keyPath, action: \.child) { Worker(clock: clock) }
      Reduce<State, Action> { state, _ in
        log.append(state.worker.starts)
        return .none
      }
    }
    store.send(.child(.start))
    #expect(log == [0, 1])
  }

  @Test func theStateNeedsNoLabel() {
    let store = Store(initialState: State()) {
      Scope(\State.worker, action: \Action.Cases.child) { Worker(clock: clock) }
    }
    store.send(.child(.start))
    #expect(store.worker.starts == 1)
  }

  @Test func otherActionsDoNotReachTheChild() {
    let store = Store(initialState: State()) {
      Scope(state: \State.worker, action: \Action.Cases.child) {
        Reduce { state, _ in
          state.starts += 1
          return .none
        }
      }
    }
    store.send(.change { _ in })
    #expect(store.worker.starts == 0)
    store.send(.child(.stop))
    #expect(store.worker.starts == 1)
  }

  @Test func whatTheChildsEffectsSendComesBackAsChildActions() async {
    let store = Store(initialState: State()) {
      Scope(state: \State.worker, action: \Action.Cases.child) { Worker(clock: clock) }
    }
    let task = store.send(.child(.start))
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.worker == Worker.State(id: 1, starts: 1, finishes: 1))
  }

  @Test func aChildOfAPropertyIsAlwaysThereAndItsIDDoesNotMatter() async {
    let store = Store(initialState: State()) {
      Scope(state: \State.worker, action: \Action.Cases.child) { Worker(clock: clock) }
      Changer()
    }
    let task = store.send(.child(.start))
    store.send(.change { $0.worker = Worker.State(id: 2) })
    #expect(await task.isFinished == false)
    store.send(.child(.stop))
    #expect(await task.isFinished)
  }

  @Test func twoPropertiesShareTheIDsOfEffects() async {
    let store = Store(initialState: [Worker.State(id: 1), Worker.State(id: 2)]) {
      Scope(state: \[Worker.State].[0], action: \Action.Cases.child) { Worker(clock: clock) }
      Scope(state: \[Worker.State].[1], action: \Action.Cases.child) {
        Reduce { _, action in action == .start ? .cancel(id: Worker.CancelID.work) : .none }
      }
    }
    #expect(await store.send(.child(.start)).isFinished)
  }

  // MARK: Cases

  @CasePathable
  enum Screen: Equatable {
    case idle
    case working(Worker.State)
  }
  typealias ScreenAction = ParentAction<Screen, Worker.Action>

  @Test func aCasesReducerRunsOnItsPayload() async {
    let store = Store(initialState: Screen.working(Worker.State(id: 1))) {
      Scope(state: \Screen.Cases.working, action: \ScreenAction.Cases.child) { Worker(clock: clock) }
      Changer()
    }
    let task = store.send(.child(.start))
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.state == .working(Worker.State(id: 1, starts: 1, finishes: 1)))
  }

  @Test func theEffectsOfACaseThatIsLeftGoOn() async {
    let store = Store(initialState: Screen.working(Worker.State(id: 1))) {
      Scope(state: \Screen.Cases.working, action: \ScreenAction.Cases.child) { Worker(clock: clock) }
      Changer()
    }
    let task = store.send(.child(.start))
    store.send(.change { $0 = .idle })
    #expect(await task.isFinished == false)
    task.cancel()
    #expect(await task.isFinished)
  }

  @Test func anActionInAnotherCaseIsReportedAndChangesNothing() async {
    let line = #line + 2
    let store = Store(initialState: Screen.idle) {
      Scope(state: \Screen.Cases.working, action: \ScreenAction.Cases.child) { Worker(clock: clock) }
    }
    let issues = await withCapturedIssues {
      #expect(await store.send(.child(.start)).isFinished)
    }
    #expect(store.state == .idle)
    #expect(issues.map(\.fileID) == ["StoreTests/ScopeTests.swift"])
    #expect(issues.map(\.line) == [line])
    let message = """
      "Scope" at StoreTests/ScopeTests.swift:\(line) got a child action when the state was in another case. The action \
      was ignored.

        Action:
          ParentAction<ScopeTests.Screen, Worker.Action>.child(.start)
        State:
          ScopeTests.Screen.idle

      \(reasonsForIgnoredAction("set the state to another case", whileChildHas: "its case"))
      """
    #expect(issues.map(\.message) == [message])
  }
}
