import Dependencies
import Testing

@testable import Store

@MainActor
@Suite struct ScopeTests {
  @Test func theChildRunsInTheOrderOfTheListing() {
    let log = Log()
    let store = makeStore(Family.State()) {
      Family.parent
      Scope(state: \.pet, action: \.pet) { Member(log: log) }
      Family.parent
    }
    store.send(.pet(.add(2)))
    #expect(store.pet.count == 2)
    #expect(store.log == ["pet has 0", "pet has 2"])
  }

  @Test(arguments: StoreVariant.allCases) func effectsOfTheChildSendItsActions(_ variant: StoreVariant) async {
    let log = Log()
    let store: Store<Family.State, Family.Action> = makeStore(Family.State(), variant) {
      Scope(state: \.pet, action: \.pet) { Member(log: log) }
      Family.parent
    }
    await store.send(.pet(.addLater(2))).finish()
    #expect(store.log == ["pet has 2"])
  }

  @Test func otherActionsDoNotReachTheChild() {
    let log = Log()
    let store: Store<Family.State, Family.Action> = makeStore(Family.State()) {
      Scope(state: \.pet, action: \.pet) {
        Reduce { _, _ in
          log.append("child")
          return .none
        }
      }
    }
    store.send(.nothing)
    store.send(.guest(.add(1)))
    #expect(log.entries == [])
  }

  @Test func propertiesWithObserversAndComputedPropertiesAreSetAsUsual() {
    struct State: Equatable {
      var count = 0 { didSet { changes += 1 } }
      var changes = 0
      var double: Int {
        get { count * 2 }
        set { count = newValue / 2 }
      }
    }
    enum Action: CasePathable {
      case count(Int), double(Int)
      struct AllCasePaths: Sendable {
        var count: AnyCasePath<Action, Int> {
          AnyCasePath(embed: { .count($0) }) { if case .count(let value) = $0 { value } else { nil } }
        }
        var double: AnyCasePath<Action, Int> {
          AnyCasePath(embed: { .double($0) }) { if case .double(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    let set = Reduce<Int, Int> { state, action in
      state = action
      return .none
    }
    let store: Store<State, Action> = makeStore(State()) {
      Scope(state: \.count, action: \.count) { set }
      Scope(state: \.double, action: \Action.Cases.double) { set }
    }
    store.send(.count(3))
    #expect(store.state.count == 3)
    #expect(store.changes == 1)
    store.send(.double(8))
    #expect(store.state.count == 4)
    #expect(store.changes == 2)
  }

  @Test func aStateThatIsAClass() {
    final class State {
      var pet = Member.State(id: 1)
    }
    let log = Log()
    let store = makeStore(State()) {
      Scope<State, Family.Action, _>(state: \.pet, action: \.pet) { Member(log: log) }
    }
    store.send(.pet(.add(2)))
    #expect(store.pet.count == 2)
  }

  // MARK: Cases

  @Test func aChildInACase() async {
    let log = Log()
    let store = makeStore(Family.Room.living(Member.State(id: 1))) {
      Scope<Family.Room, Family.Action, _>(state: \.living, action: \.living) { Member(log: log) }
    }
    await store.send(.living(.addLater(3))).finish()
    #expect(store.state == .living(Member.State(id: 1, count: 3)))
    // Leaving the case is no business of `Scope`.
    store.send(.living(.work))
    #expect(log.entries == ["work 1 started"])
  }

  @Test func anActionForAnotherCaseIsReported() {
    let log = Log()
    let state = Family.Room.sleeping(Member.State(id: 1))
    let line = #line + 1
    let scope = Scope<Family.Room, Family.Action, _>(state: \.living, action: \.living) { Member(log: log) }
    let store = makeStore(state) { scope }
    let issues = withCapturedIssues {
      _ = store.send(.living(.add(3)))
    }
    #expect(store.state == state)
    #expect(
      issues.map(\.message) == [
        """
        "Scope" at StoreTests/ScopeTests.swift:\(line) got a child action when the state was in another case. The action \
        was ignored.

          Action:
        \(indentedDump(Family.Action.living(.add(3))))
          State:
        \(indentedDump(state))

        This usually happens for one of these reasons:

        • A parent reducer set the state to another case before this operator ran. Children run before their parent when \
        the operator is applied to the parent's reducer; list reducers that remove the child after it.

        • An effect of the child was still in flight. The operator cancels those; one that was started elsewhere, on the \
        parent's account, has to be cancelled when the child goes, or its action has to be one of the parent's.

        • The action was sent to the store directly. Send it only while the child has its case.
        """
      ]
    )
    #expect(issues.first?.line == line)
    #expect(issues.first?.fileID == #fileID)
  }
}
