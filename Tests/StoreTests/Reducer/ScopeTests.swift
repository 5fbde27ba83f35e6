import Store
import Testing

/// The parts of a state that are always there, and the cases of one.
@MainActor @Suite struct ScopeTests {
  struct State: Equatable {
    var job = Job.State(id: 1)
    var computed: Job.State {
      get { job }
      set { job = newValue }
    }
  }
  typealias Action = ParentAction<State, Job.Action>

  @Test(arguments: [\State.job, \State.computed] as [any WritableKeyPath<State, Job.State> & Sendable])
  func aPropertysReducerRunsWhereItIsListedForItsActions(keyPath: any WritableKeyPath<State, Job.State> & Sendable) {
    var log: [Int] = []
    let look = Changes<State, Action> { state, _ in log.append(state.job.count) }
    let store = Store(initialState: State()) {
      look
      Scope(state: keyPath, action: \.child) { Job() }
      look
    }
    store.send(.child(.add))
    store.send(.change { _ in })
    #expect(log == [0, 1, 1, 1])
  }

  @Test func aChildOfAPropertyIsAlwaysThereAndItsIDDoesNotMatter() async {
    let store = Store(initialState: State()) {
      // The state needs no label.
      Scope(\State.job, action: \Action.Cases.child) { Job() }
      Changer()
    }
    let task = store.send(.child(.start("a")))
    store.send(.change { $0.job = Job.State(id: 2) })
    #expect(await task.isFinished == false)
    store.send(.child(.stop))
    #expect(await task.isFinished)
  }

  @Test func twoPropertiesShareTheIDsOfEffects() async {
    let store = Store(initialState: [Job.State(id: 1), Job.State(id: 2)]) {
      Scope(state: \[Job.State].[0], action: \Action.Cases.child) { Job() }
      Scope(state: \[Job.State].[1], action: \Action.Cases.child) { Reduce { _, _ in Job.stop() } }
    }
    #expect(await store.send(.child(.start("a"))).isFinished)
  }

  @CasePathable enum Screen: Equatable { case idle, working(Job.State) }
  typealias ScreenAction = ParentAction<Screen, Job.Action>

  @Test func aCasesReducerRunsOnItsPayloadAndItsEffectsOutliveTheCase() async {
    let store = Store(initialState: Screen.working(Job.State(id: 1))) {
      Scope(state: \Screen.Cases.working, action: \ScreenAction.Cases.child) { Job() }
      Changer()
    }
    await store.send(.child(.addLater)).finish()
    #expect(store.state == .working(Job.State(id: 1, count: 1)))
    let task = store.send(.child(.start("a")))
    store.send(.change { $0 = .idle })
    #expect(await task.isFinished == false)
    task.cancel()
    #expect(await task.isFinished)
  }
}
