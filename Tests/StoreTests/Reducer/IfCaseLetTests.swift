import Dependencies
import Store
import Testing

@MainActor
@Suite struct IfCaseLetTests {
  @CasePathable
  enum State: Equatable {
    case idle
    case working(Worker.State)
    case counting(Int)
  }
  typealias Action = ParentAction<State, Worker.Action>

  let clock = TestClock()

  func makeStore() -> Store<State, Action> {
    Store(initialState: .working(Worker.State(id: 1))) {
      Changer<State, Worker.Action>().ifCaseLet(\.working, action: \.child) { Worker(clock: clock) }
    }
  }

  @Test func theChildRunsBeforeTheParent() {
    var log: [State] = []
    let store = Store(initialState: .working(Worker.State(id: 1))) {
      Reduce<State, Action> { state, _ in
        log.append(state)
        return .none
      }
      .ifCaseLet(\.working, action: \.child) { Worker(clock: clock) }
    }
    store.send(.child(.start))
    #expect(log == [.working(Worker.State(id: 1, starts: 1))])
  }

  struct Payload: Identifiable {
    final class Token {}
    final class Reads { var count = 0 }
    let reads = Reads()
    var token = Token()
    var wasUnique: [Bool] = []

    var id: Int {
      reads.count += 1
      return 1
    }
  }

  @CasePathable
  enum PayloadState {
    case payload(Payload)
  }

  /// A payload is copied to find its identity only while it has effects. Otherwise the child has the only reference.
  @Test func withoutEffectsNoPayloadIsCopied() {
    let payload = Payload()
    let reads = payload.reads
    let store = Store(initialState: PayloadState.payload(payload)) {
      Changer<PayloadState, Int>().ifCaseLet(\.payload, action: \.child) {
        Reduce<Payload, Int> { state, _ in
          state.wasUnique.append(isKnownUniquelyReferenced(&state.token))
          return .none
        }
      }
    }
    store.send(.child(0))
    store.send(.change { $0.modify(\.payload) { $0.token = Payload.Token() } })
    for _ in 1...10 {
      store.send(.change { _ in })
      store.send(.child(0))
    }
    #expect(store.withState { $0[case: \.payload]?.wasUnique } == [false] + Array(repeating: true, count: 10))
    #expect(reads.count == 0)
  }

  @Test func whatTheChildsEffectsSendComesBackAsChildActions() async {
    let store = makeStore()
    let task = store.send(.child(.start))
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.state == .working(Worker.State(id: 1, starts: 1, finishes: 1)))
  }

  @Test func theEffectsOfAPayloadThatIsReplacedByOneWithTheSameIDGoOn() async {
    let store = makeStore()
    let task = store.send(.child(.start))
    store.send(.change { $0 = .working(Worker.State(id: 1)) })
    #expect(await task.isFinished == false)
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.state == .working(Worker.State(id: 1, finishes: 1)))
  }

  @Test func aPayloadWithoutIDIsTheSameUntilTheCaseIsLeft() async {
    let clock = clock
    let store = Store(initialState: State.counting(1)) {
      Changer<State, Worker.Action>().ifCaseLet(\.counting, action: \.child) {
        Reduce<Int, Worker.Action> { _, _ in .run { _ in try await clock.sleep(for: .seconds(1)) } }
      }
    }
    let task = store.send(.child(.start))
    store.send(.change { $0 = .counting(2) })
    #expect(await task.isFinished == false)
    store.send(.change { $0 = .idle })
    #expect(await task.isFinished)
  }

  @Test func aChildThatStartsAnEffectAndGoesInTheSameActionLeavesNothing() async {
    let store = Store(initialState: .working(Worker.State(id: 1))) {
      Reduce<State, Action> { state, action in
        if case .child(.start) = action { state = .idle }
        return .none
      }
      .ifCaseLet(\.working, action: \.child) { Worker(clock: clock) }
    }
    #expect(await store.send(.child(.start)).isFinished)
    #expect(store.state == .idle)
  }

  /// A child with an effect that leads to its own replacement.
  @Test func anEffectBelongsToTheChildThatStartedIt() async {
    let clock = clock
    let store = Store(initialState: .working(Worker.State(id: 1))) {
      Changer<State, Worker.Action>().ifCaseLet(\.working, action: \.child) {
        Reduce { state, action in
          state = Worker.State(id: state.id + 1)
          return .run { _ in try await clock.sleep(for: .seconds(1)) }
        }
      }
    }
    let task = store.send(.child(.start))
    #expect(store.state == .working(Worker.State(id: 2)))
    #expect(await task.isFinished == false)
    store.send(.change { $0 = .idle })
    #expect(await task.isFinished)
  }

  @Test func anActionInAnotherCaseIsReportedAndChangesNothing() async {
    let line = #line + 2
    let store = Store(initialState: State.idle) {
      Changer<State, Worker.Action>().ifCaseLet(\.working, action: \.child) { Worker(clock: clock) }
    }
    let issues = await withCapturedIssues {
      #expect(await store.send(.child(.start)).isFinished)
    }
    #expect(store.state == .idle)
    #expect(issues.map(\.fileID) == ["StoreTests/IfCaseLetTests.swift"])
    #expect(issues.map(\.line) == [line])
    let message = """
      "ifCaseLet" at StoreTests/IfCaseLetTests.swift:\(line) got a child action when the state was in another case. \
      The action was ignored.

        Action:
          ParentAction<IfCaseLetTests.State, Worker.Action>.child(.start)
        State:
          IfCaseLetTests.State.idle

      \(reasonsForIgnoredAction("set the state to another case", whileChildHas: "its case"))
      """
    #expect(issues.map(\.message) == [message])
  }
}
