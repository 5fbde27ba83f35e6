import Dependencies
import Testing

@testable import Store

@MainActor
@Suite(.timeLimit(.minutes(2))) struct IfLetTests {
  let log = Log()

  func guestStore(_ guest: Member.State?, _ variant: StoreVariant = .immediate) -> Store<Family.State, Family.Action> {
    makeStore(Family.State(guest: guest), variant) {
      Family.parent.ifLet(\.guest, action: \.guest) { Member(log: log) }
    }
  }

  func cancelled() -> [String] { log.entries.filter { $0.hasSuffix("cancelled") } }

  @Test func theChildRunsBeforeTheParent() {
    let store = guestStore(Member.State(id: 1))
    store.send(.guest(.add(2)))
    #expect(store.log == ["guest has 2"])
  }

  @Test func theChildHandlesTheActionThatEndsIt() async {
    let store = guestStore(Member.State(id: 1))
    // What it starts with that action is cancelled before it starts.
    #expect(await store.send(.guest(.leave)).isFinished)
    #expect(store.guest == nil)
    #expect(log.entries == [])
  }

  @Test(arguments: StoreVariant.allCases) func effectsSend(_ variant: StoreVariant) async {
    let store = guestStore(Member.State(id: 1), variant)
    await store.send(.guest(.addLater(2))).finish()
    #expect(store.log == ["guest has 2"])
  }

  @Test(arguments: StoreVariant.allCases) func effectsEndWithTheirChild(_ variant: StoreVariant) async {
    let store = guestStore(Member.State(id: 1), variant)
    let task = store.send(.guest(.work))
    await log.wait(for: "work 1 started")
    store.send(.nothing)
    store.send(.guest(.add(1)))
    store.send(.setGuest(Member.State(id: 1, count: 9)))
    #expect(cancelled() == [])
    store.send(.setGuest(nil))
    #expect(cancelled() == ["work 1 cancelled"])
    #expect(await task.isFinished)
  }

  @Test func effectsEndWithTheIdentityOfTheirChild() async {
    let store = guestStore(Member.State(id: 1))
    store.send(.guest(.work))
    store.send(.setGuest(Member.State(id: 2)))
    #expect(cancelled() == ["work 1 cancelled"])
    store.send(.guest(.work))
    store.send(.setGuest(Member.State(id: 3)))
    store.send(.guest(.work))
    #expect(log.entries.suffix(2) == ["work 2 cancelled", "work 3 started"])
  }

  @Test func aChildWithoutIdentityIsTheSameWhileItIsThere() async {
    enum Action: CasePathable {
      case child(Int), set(Int?)
      struct AllCasePaths: Sendable {
        var child: AnyCasePath<Action, Int> {
          AnyCasePath(embed: { .child($0) }) { if case .child(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    let log = log
    let store = makeStore(Optional(1)) {
      Reduce<Int?, Action> { state, action in
        if case .set(let value) = action { state = value }
        return .none
      }
      .ifLet(\.self, action: \.child) {
        Reduce { state, action in .run { _ in await log.hang("child") } }
      }
    }
    store.send(.child(0))
    store.send(.set(2))
    #expect(log.entries == ["child started"])
    store.send(.set(nil))
    #expect(log.entries == ["child started", "child cancelled"])
  }

  @Test func effectsOfDescendantsEndToo() async {
    var guest = Member.State(id: 1)
    guest.children = [Member.State(id: 2)]
    guest.children[id: 2]?.children = [Member.State(id: 3)]
    let store = guestStore(guest)
    store.send(.guest(.children(.element(id: 2, action: .children(.element(id: 3, action: .work))))))
    #expect(log.entries == ["work 3 started"])
    store.send(.setGuest(nil))
    #expect(cancelled() == ["work 3 cancelled"])
  }

  @Test func whatTheParentStartsGoesOn() async {
    let log = log
    let store = makeStore(Family.State(guest: Member.State(id: 1))) {
      Reduce<Family.State, Family.Action> { state, action in
        switch action {
        case .guest(.work): return .run { _ in await log.hang("parent") }
        default: return Family.reduce(&state, action)
        }
      }
      .ifLet(\.guest, action: \.guest) { Member(log: log) }
    }
    store.send(.guest(.work))
    store.send(.setGuest(nil))
    #expect(log.entries == ["work 1 started", "parent started", "work 1 cancelled"])
  }

  @Test func anActionForAMissingChildIsReportedAndChangesNothing() {
    let log = log
    let line = #line + 1
    let reducer = Reduce<Family.State, Family.Action> { _, _ in .none }.ifLet(\.guest, action: \.guest) {
      Member(log: log)
    }
    let state = Family.State(log: ["unchanged"])
    let store = makeStore(state) { reducer }
    let issues = withCapturedIssues {
      _ = store.send(.guest(.add(3)))
    }
    #expect(store.state == state)
    #expect(
      issues.map(\.message) == [
        """
        "ifLet" at StoreTests/IfLetTests.swift:\(line) got a child action when the child's state was "nil". The action \
        was ignored.

          Action:
        \(indentedDump(Family.Action.guest(.add(3))))
          State:
        \(indentedDump(state))

        This usually happens for one of these reasons:

        • A parent reducer set the child's state to "nil" before this operator ran. Children run before their parent when \
        the operator is applied to the parent's reducer; list reducers that remove the child after it.

        • An effect of the child was still in flight. The operator cancels those; one that was started elsewhere, on the \
        parent's account, has to be cancelled when the child goes, or its action has to be one of the parent's.

        • The action was sent to the store directly. Send it only while the child has state.
        """
      ]
    )
    #expect(issues.first?.line == line)
    #expect(issues.first?.fileID == #fileID)
  }

  @Test func otherActionsAreNotReported() {
    let issues = withCapturedIssues {
      let store = guestStore(nil)
      store.send(.nothing)
      store.send(.pet(.add(1)))
    }
    #expect(issues.isEmpty)
  }
}
