import Dependencies
import Store
import Testing

@testable import StoreCore

/// What operators report about children that are gone, and what is left of the children's effects.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ReductionContextTests {
  struct Child: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
    }
    enum Action: Sendable {
      case start, removeAndLog, other
    }
    let log: Log

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start: .run { [id = state.id, log] _ in await log.hang("\(id)") }
      case .removeAndLog: .merge(.run { [log] _ in log.append("ran") }, .send(.other))
      case .other: .none
      }
    }
  }

  /// A feature with a child that its parent removes.
  struct Parent: Reducer {
    struct State: Equatable {
      var child: Child.State?
      var log: [String] = []
    }
    @CasePathable enum Action: Sendable {
      case child(Child.Action), remove
    }
    let log: Log

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .remove, .child(.removeAndLog): state.child = nil
        case .child(.other): state.log.append("other")
        case .child: break
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Child(log: log) }
    }
  }

  /// Changes what a reducer does, which it calls in either of the two ways that there are.
  struct Wrapper: Reducer {
    let base: Parent
    let isBuilt: Bool
    let wrap: (inout Parent.State, Parent.Action, Reduction<Parent.State, Parent.Action>) -> Effect<Parent.Action>

    func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
      wrap(&state, action) { base.reduce(into: &$0, action: $1) }
    }

    func makeReduction() -> Reduction<Parent.State, Parent.Action> {
      guard isBuilt else { return { reduce(into: &$0, action: $1) } }
      let reduction = base.makeReduction()
      return { wrap(&$0, $1, reduction) }
    }
  }

  let log = Log()

  @Test(arguments: [true, false]) func aReducerMayDiscardTheEffectOfARemoval(isBuilt: Bool) async {
    let store = makeStore(Parent.State(child: .init(id: 1))) {
      Wrapper(base: Parent(log: log), isBuilt: isBuilt) { state, action, reduction in
        let effect = reduction(&state, action)
        if case .remove = action { return .none }
        return effect
      }
    }
    let task = store.send(.child(.start))
    await log.wait(for: "1 started")
    store.send(.remove)
    await task.finish()
    #expect(log.entries == ["1 started", "1 cancelled"])
  }

  @Test func aStoreThatAReducerSendsToHasOperatorsOfItsOwn() async {
    let parent = Parent(log: log)
    let inner = makeStore(Parent.State(child: .init(id: 1)), of: Parent.Action.self) { state, action in
      parent.reduce(into: &state, action: action)
    }
    let outer = makeStore(Parent.State(child: .init(id: 2)), of: Parent.Action.self) { state, action in
      if case .remove = action { inner.send(action) }
      return parent.reduce(into: &state, action: action)
    }
    let tasks = [inner.send(.child(.start)), outer.send(.child(.start))]
    for id in 1...2 { await log.wait(for: "\(id) started") }
    outer.send(.remove)
    for task in tasks { await task.finish() }
    #expect(log.entries.suffix(2) == ["1 cancelled", "2 cancelled"])
  }

  struct Both {
    var left: Parent.State
    var right: Parent.State
  }

  enum BothAction: Sendable {
    case left(Parent.Action), right(Parent.Action)
  }

  @Test func aReducerThatIsCalledForTwoPlacesRemovesOnlyTheChildOfOne() async {
    let parent = Parent(log: log)
    let store = makeStore(
      Both(left: .init(child: .init(id: 1)), right: .init(child: .init(id: 2))),
      of: BothAction.self
    ) { state, action in
      switch action {
      case .left(let action): parent.reduce(into: &state.left, action: action).map { .left($0) }
      case .right(let action): parent.reduce(into: &state.right, action: action).map { .right($0) }
      }
    }
    let tasks = [store.send(.left(.child(.start))), store.send(.right(.child(.start)))]
    for id in 1...2 { await log.wait(for: "\(id) started") }
    store.send(.left(.child(.other)))
    store.send(.right(.remove))
    await tasks[1].finish()
    #expect(log.entries.dropFirst(2) == ["2 cancelled"])
    store.send(.left(.remove))
    await tasks[0].finish()
    #expect(log.entries.suffix(2) == ["2 cancelled", "1 cancelled"])
  }

  @Test(arguments: [true, false]) func aChildThatIsGoneSendsAtOnceOrNotAtAll(isBuilt: Bool) async {
    let store = makeStore(Parent.State(child: .init(id: 1))) {
      Wrapper(base: Parent(log: log), isBuilt: isBuilt) { state, action, reduction in
        // There is a child to get the second action.
        if case .child(.other) = action { state.child = .init(id: 2) }
        return reduction(&state, action)
      }
    }
    await store.send(.child(.removeAndLog)).finish()
    #expect(store.state.log == ["other"])
    #expect(log.entries == [])
  }

  nonisolated static let effects: [(Effect<Int>, [Int])] = [
    (.none, []),
    (.send(1), [1]),
    (.run { _ in }, []),
    (.merge(.send(1), .run { _ in }, .send(2)), [1, 2]),
    (.concatenate(.send(1), .cancel(id: 0), .send(2)), [1, 2]),
    (.concatenate(.send(1), .run { _ in }, .send(2)), [1]),
    (.concatenate(.merge(.send(1), .run { _ in }, .send(2)), .send(3)), [1, 2]),
    (.merge(.concatenate(.run { _ in }, .send(1)), .send(2)), [2]),
    (Effect.send(1).cancellable(id: 0), [1]),
    (Effect.send(1).debounce(id: 0, for: .seconds(1), clock: TestClock()), []),
    (Effect.send(1).scoped(ScopeElement(owner: ScopeOwner(), id: 0), isGone: false), [1]),
  ]

  @Test(arguments: effects.indices) func whatAnEffectSendsBeforeItWaits(index: Int) async {
    let (effect, sends) = Self.effects[index]
    let store = makeStore([Int](), of: Int.self) { log, action in
      log.append(action)
      return action == 0 ? effect.sends : .none
    }
    await store.send(0).finish()
    #expect(store.state == [0] + sends)
  }

  @Test func operatorsThatAreMadeAgainAreFoundForAsLongAsTheyAreInUse() {
    let root = ScopeOwner(context: ReductionContext())
    let previous = CurrentObject.replace(with: root)
    defer { CurrentObject.restore(previous) }
    func identity(_ line: UInt) -> OperatorIdentity {
      OperatorIdentity(Child.self, state: \Child.State.self, action: \Child.State.self, line: line)
    }
    func owner(_ line: UInt) -> ScopeOwner { ScopeOwner.ofOperator(identity(line)) }
    var first: ScopeOwner? = owner(1)
    #expect(first === owner(1))
    #expect(first !== owner(2))
    #expect(first?.isTransient == true)
    #expect(first?.context === root.context)
    // More than are searched at a time.
    for line in 10..<50 as Range<UInt> { _ = owner(line) }
    #expect(first === owner(1))
    weak let forgotten = first
    first = nil
    #expect(forgotten == nil)
  }

  @Test func operatorsThatAreBuiltAreNewEachTime() {
    let root = ScopeOwner(context: ReductionContext())
    func owner() -> ScopeOwner {
      ScopeOwner.ofOperator(OperatorIdentity(Child.self, state: \Child.State.self, action: \Child.State.self))
    }
    var owners: [ScopeOwner] = []
    _ = root.build(reduction: {
      owners = [owner(), owner()]
      return { (_: inout Int, _: Int) in .none }
    })
    let (first, second) = (owners[0], owners[1])
    #expect(first !== second)
    #expect(!first.isTransient)
    #expect(first.context === root.context)
    #expect(owner().context == nil)
    #expect(CurrentObject.current == nil)
  }
}
