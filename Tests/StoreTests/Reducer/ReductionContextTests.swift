import Store
import Testing

@testable import StoreCore

/// What operators report about children that are gone, and what is left of the children's effects.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ReductionContextTests {
  let log = Log()

  @Test func aStoreThatAReducerSendsToHasOperatorsOfItsOwn() {
    let office = Office()
    let inner = RunningOffice(Reduce<Office.State, Office.Action> { office.reduce(into: &$0, action: $1) })
    let outer = RunningOffice(
      Around(office) { state, action, reduction in
        if case .setSite(.nowhere) = action { inner.send(action) }
        return reduction(&state, action)
      }
    )
    for office in [inner, outer] {
      office.send(JobPlace.enumCase.set(Job.State(id: 1)))
      office.send(.start("work"), to: .enumCase)
    }
    outer.send(JobPlace.enumCase.set(nil))
    #expect(inner.running == [] && outer.running == [])
  }

  struct Both {
    var left = Office.State(optional: .init(id: 1))
    var right = Office.State(optional: .init(id: 2))
  }

  enum BothAction { case left(Office.Action), right(Office.Action) }

  @Test func aReducerThatIsCalledForTwoPlacesRemovesOnlyTheChildOfOne() async {
    let office = Office()
    let store = makeStore(Both(), of: BothAction.self) { state, action in
      switch action {
      case .left(let action): office.reduce(into: &state.left, action: action).map { .left($0) }
      case .right(let action): office.reduce(into: &state.right, action: action).map { .right($0) }
      }
    }
    let left = store.send(.left(.optional(.start("left"))))
    let right = store.send(.right(.optional(.start("right"))))
    store.send(.left(.optional(.add)))
    store.send(.right(.change { $0.optional = nil }))
    #expect(await [left.isFinished, right.isFinished] == [false, true])
    store.send(.left(.change { $0.optional = nil }))
    #expect(await left.isFinished)
  }

  @Test(arguments: [true, false]) func aChildThatIsGoneSendsAtOnceOrNotAtAll(isBuilt: Bool) async {
    let parent = Changes<Office.State, Office.Action> { state, action in
      if case .optional(.start) = action { state.optional = nil }
      if case .optional(.add) = action { state.count += 1 }
    }
    .ifLet(\.optional, action: \.optional) {
      Reduce<Job.State, Job.Action> { _, action in
        guard case .start = action else { return .none }
        return .merge(.run { _ in log.append("ran") }, .send(.add))
      }
    }
    let store = makeStore(Office.State(optional: .init(id: 1))) {
      Around(parent, isBuilt: isBuilt) { state, action, reduction in
        // There is a child to get the second action.
        if case .optional(.add) = action { state.optional = .init(id: 2) }
        return reduction(&state, action)
      }
    }
    await store.send(.optional(.start(""))).finish()
    #expect(store.state.count == 1 && log.entries == [])
  }

  nonisolated static let effects: [(Effect<Int>, [Int])] = [
    (.none, []), (.send(1), [1]), (.run { _ in }, []), (.merge(.send(1), .run { _ in }, .send(2)), [1, 2]),
    (.concatenate(.send(1), .cancel(id: 0), .send(2)), [1, 2]), (.concatenate(.send(1), .run { _ in }, .send(2)), [1]),
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
    func owner(_ line: UInt) -> ScopeOwner {
      ScopeOwner.ofOperator(OperatorIdentity(Job.self, state: \Job.State.self, action: \Job.State.self, line: line))
    }
    var first: ScopeOwner? = owner(1)
    #expect(first === owner(1) && first !== owner(2))
    #expect(first?.isTransient == true && first?.context === root.context)
    // More than are searched at a time.
    for line in 10..<50 as Range<UInt> { _ = owner(line) }
    #expect(first === owner(1))
    weak let forgotten = first
    first = nil
    #expect(forgotten == nil)
  }
}
