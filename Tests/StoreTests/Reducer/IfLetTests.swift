import Dependencies
import Store
import Testing

@MainActor
@Suite struct IfLetTests {
  struct State: Equatable {
    var worker: Worker.State?
    var log: [String] = []
  }
  typealias Action = ParentAction<State, Worker.Action>

  let clock = TestClock()

  func makeStore(_ worker: Worker.State? = Worker.State(id: 1)) -> Store<State, Action> {
    Store(initialState: State(worker: worker)) {
      Changer<State, Worker.Action>().ifLet(\.worker, action: \.child) { Worker(clock: clock) }
    }
  }

  @Test func theChildRunsBeforeTheParent() {
    let store = Store(initialState: State(worker: Worker.State(id: 1))) {
      Reduce<State, Action> { state, action in
        guard case .child(let action) = action else { return .none }
        state.log.append("\(action) \(state.worker?.starts ?? -1)")
        return .none
      }
      .ifLet(\.worker, action: \.child) { Worker(clock: clock) }
    }
    store.send(.child(.start))
    store.send(.child(.start))
    #expect(store.log == ["start 1", "start 2"])
  }

  @Test func whatTheChildsEffectsSendComesBackAsChildActions() async {
    let store = makeStore()
    let task = store.send(.child(.start))
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.worker == Worker.State(id: 1, starts: 1, finishes: 1))
  }

  @Test func theEffectsOfAChildThatGoesAreCancelled() async {
    let store = makeStore()
    let task = store.send(.child(.start))
    store.send(.change { $0.log.append("unrelated") })
    #expect(await task.isFinished == false)
    store.send(.change { $0.worker = nil })
    #expect(await task.isFinished)
    store.send(.change { $0.worker = Worker.State(id: 1) })
    await clock.run()
    #expect(store.worker?.finishes == 0)
  }

  @Test func theEffectsOfAChildThatIsReplacedByOneWithTheSameIDGoOn() async {
    let store = makeStore()
    let task = store.send(.child(.start))
    store.send(.change { $0.worker = Worker.State(id: 1, starts: 10) })
    #expect(await task.isFinished == false)
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.worker == Worker.State(id: 1, starts: 10, finishes: 1))
  }

  @Test func aChildThatStartsAnEffectAndGoesInTheSameActionLeavesNothing() async {
    let store = Store(initialState: State(worker: Worker.State(id: 1))) {
      Reduce<State, Action> { state, action in
        if case .child(.start) = action { state.worker = nil }
        return .none
      }
      .ifLet(\.worker, action: \.child) { Worker(clock: clock) }
    }
    #expect(await store.send(.child(.start)).isFinished)
    #expect(store.worker == nil)
  }

  @Test func theParentsEffectsOutliveTheChild() async {
    let clock = clock
    let store = Store(initialState: State(worker: Worker.State(id: 1))) {
      Reduce<State, Action> { state, action in
        switch action {
        case .child(.start):
          return .run { send in
            try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
            await send(.change { $0.log.append("the parent's") })
          }
        case .child:
          return .none
        case .change(let change):
          change(&state)
          return .none
        }
      }
      .ifLet(\.worker, action: \.child) { EmptyReducer() }
    }
    let task = store.send(.child(.start))
    store.send(.change { $0.worker = nil })
    #expect(await task.isFinished == false)
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.log == ["the parent's"])
  }

  @Reducer
  struct Unidentified {
    let clock: TestClock<Duration>
    func reduce(into state: inout Int, action: Worker.Action) -> Effect<Worker.Action> {
      let clock = clock
      return .run { _ in try await clock.sleep(for: .seconds(1)) }
    }
  }

  @Test func aChildWithoutIDStaysTheSameUntilItIsNil() async {
    let store = Store(initialState: Int?.some(1)) {
      Changer<Int?, Worker.Action>().ifLet(\.self, action: \.child) { Unidentified(clock: clock) }
    }
    let task = store.send(.child(.start))
    store.send(.change { $0 = 2 })
    #expect(await task.isFinished == false)
    store.send(.change { $0 = nil })
    #expect(await task.isFinished)
  }

  enum Screen {
    case first(Int)
    case second
    indirect case third([Int])
  }

  @Reducer
  struct Waiting {
    let clock: TestClock<Duration>
    func reduce(into state: inout Screen, action: Worker.Action) -> Effect<Worker.Action> {
      .run { _ in try await clock.sleep(for: .seconds(1)) }
    }
  }

  /// An enum without case paths is another child when its case changes.
  @Test(arguments: [
    (Screen.first(1), Screen.first(2), true), (.first(1), .second, false), (.first(1), .third([1]), false),
    (.second, .second, true), (.third([1]), .third([2]), true), (.third([1]), .second, false),
  ])
  func aChildIsAnotherOneInAnotherCase(_ first: Screen, _ second: Screen, isSame: Bool) async {
    let store = Store(initialState: Screen?.some(first)) {
      Changer<Screen?, Worker.Action>().ifLet(\.self, action: \.child) { Waiting(clock: clock) }
    }
    let task = store.send(.child(.start))
    store.send(.change { $0 = second })
    #expect(await task.isFinished != isSame)
  }

  @Test func anActionWithoutChildIsReportedAndChangesNothing() async {
    let line = #line + 2
    let store = Store(initialState: State()) {
      Changer<State, Worker.Action>().ifLet(\.worker, action: \.child) { Worker(clock: clock) }
    }
    let issues = await withCapturedIssues {
      #expect(await store.send(.child(.start)).isFinished)
    }
    #expect(store.state == State())
    #expect(issues.map(\.fileID) == ["StoreTests/IfLetTests.swift"])
    #expect(issues.map(\.line) == [line])
    let message = """
      "ifLet" at StoreTests/IfLetTests.swift:\(line) got a child action when the child's state was "nil". The action \
      was ignored.

        Action:
          ParentAction<IfLetTests.State, Worker.Action>.child(.start)
        State:
          IfLetTests.State(
            worker: nil,
            log: []
          )

      \(reasonsForIgnoredAction("set the child's state to \"nil\"", whileChildHas: "state"))
      """
    #expect(issues.map(\.message) == [message])
  }
}
