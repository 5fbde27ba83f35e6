import Dependencies
import Store
import Testing

/// Children that are removed by a reducer outside of their operator. The operator notices it when it runs the next
/// time.
@MainActor
@Suite struct RemovalFromOutsideTests {
  @CasePathable enum Place: Equatable {
    case nowhere
    case working(Worker.State)
  }
  struct State: Equatable, Identifiable {
    var id = 0
    var optional: Worker.State?
    @Presents var presented: Worker.State?
    var place = Place.nowhere
    var rows: IdentifiedArrayOf<State> = []
  }
  @CasePathable enum Action {
    case change((inout State) -> Void)
    case changeAfterwards((inout State) -> Void)
    case optional(Worker.Action)
    case presented(PresentationAction<Worker.Action>)
    case place(Worker.Action)
    indirect case rows(IdentifiedAction<Int, Action>)
  }

  let clock = TestClock()

  struct Feature: Reducer {
    let clock: TestClock<Duration>
    var hasRows = true

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      EmptyReducer().ifLet(\.optional, action: \.optional) { Worker(clock: clock) }
      EmptyReducer().ifLet(\.$presented, action: \.presented) { Worker(clock: clock) }
      Scope(state: \.place, action: \.self) {
        EmptyReducer().ifCaseLet(\.working, action: \.place) { Worker(clock: clock) }
      }
      if hasRows {
        EmptyReducer().forEach(\.rows, action: \.rows) { Feature(clock: clock, hasRows: false) }
      }
      Reduce { state, action in
        if case .changeAfterwards(let change) = action { change(&state) }
        return .none
      }
    }
  }

  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let set: @Sendable (inout State, Worker.State?) -> Void
    let start: @Sendable () -> Action
  }

  nonisolated static let kinds = [
    Kind(testDescription: "optional", set: { $0.optional = $1 }, start: { .optional(.start) }),
    Kind(testDescription: "presented", set: { $0.presented = $1 }, start: { .presented(.presented(.start)) }),
    Kind(testDescription: "case", set: { $0.place = $1.map { .working($0) } ?? .nowhere }, start: { .place(.start) }),
  ]

  func makeStore(_ kind: Kind) -> Store<State, Action> {
    var state = State(rows: [State(id: 1), State(id: 2)])
    kind.set(&state, Worker.State(id: 1))
    for id in 1...2 {
      var row = State(id: id)
      kind.set(&row, Worker.State(id: 10 * id))
      state.rows[id: id] = row
    }
    return Store(initialState: state) { Feature(clock: clock) }
  }

  @Test(arguments: kinds) func aChildThatIsRemovedBefore(kind: Kind) async {
    let store = makeStore(kind)
    let task = store.send(kind.start())
    #expect(await task.isFinished == false)
    store.send(.change { kind.set(&$0, nil) })
    #expect(await task.isFinished)
  }

  @Test(arguments: kinds) func aChildThatIsRemovedAfterwards(kind: Kind) async {
    let store = makeStore(kind)
    let task = store.send(kind.start())
    store.send(.changeAfterwards { kind.set(&$0, nil) })
    #expect(await task.isFinished == false)
    store.send(.change { _ in })
    #expect(await task.isFinished)
  }

  @Test(arguments: kinds) func aChildThatIsReplaced(kind: Kind) async {
    let store = makeStore(kind)
    let task = store.send(kind.start())
    store.send(.change { kind.set(&$0, Worker.State(id: 2)) })
    #expect(await task.isFinished)
    let next = store.send(kind.start())
    store.send(.change { _ in })
    #expect(await next.isFinished == false)
  }

  @Test(arguments: kinds) func actionsForAChildThatIsGoneCountAsWell(kind: Kind) async {
    let store = makeStore(kind)
    let task = store.send(kind.start())
    store.send(.changeAfterwards { kind.set(&$0, nil) })
    let issues = withCapturedIssues { _ = store.send(kind.start()) }
    #expect(issues.count == 1)
    #expect(await task.isFinished)
  }

  /// The rows of a list share one operator for each kind.
  @Test(arguments: kinds) func theChildrenOfOtherRowsGoOn(kind: Kind) async {
    let store = makeStore(kind)
    let first = store.send(.rows(.element(id: 1, action: kind.start())))
    let second = store.send(.rows(.element(id: 2, action: kind.start())))
    let own = store.send(kind.start())
    store.send(.rows(.element(id: 1, action: .change { kind.set(&$0, nil) })))
    #expect(await first.isFinished)
    #expect(await second.isFinished == false)
    #expect(await own.isFinished == false)
    store.send(.rows(.element(id: 2, action: .changeAfterwards { kind.set(&$0, nil) })))
    store.send(.rows(.element(id: 1, action: .change { _ in })))
    #expect(await second.isFinished == false)
    store.send(.rows(.element(id: 2, action: .change { _ in })))
    #expect(await second.isFinished)
    #expect(await own.isFinished == false)
  }
}
