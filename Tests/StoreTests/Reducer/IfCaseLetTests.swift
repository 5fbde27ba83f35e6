import Dependencies
import Testing

@testable import Store

@MainActor
@Suite(.timeLimit(.minutes(2))) struct IfCaseLetTests {
  let log = Log()

  /// The room as a feature: its state is an enum.
  func roomStore(_ room: Family.Room, _ variant: StoreVariant = .immediate) -> Store<Family.Room, Family.Action> {
    makeStore(room, variant) {
      Reduce<Family.Room, Family.Action> { [log] state, action in
        switch action {
        case .setRoom(let room): state = room
        case .living(.leave): state = .empty
        case .living(.add): log.append("parent sees \(state)")
        default: break
        }
        return .none
      }
      .ifCaseLet(\.living, action: \.living) { Member(log: log) }
    }
  }

  func cancelled() -> [String] { log.entries.filter { $0.hasSuffix("cancelled") } }

  @Test(arguments: StoreVariant.allCases) func theChildRunsBeforeTheParent(_ variant: StoreVariant) async {
    let store = roomStore(.living(Member.State(id: 1)), variant)
    store.send(.living(.add(2)))
    let after = Family.Room.living(Member.State(id: 1, count: 2))
    #expect(store.state == after)
    #expect(log.entries == ["parent sees \(after)"])
    await store.send(.living(.addLater(2))).finish()
    #expect(store.state == .living(Member.State(id: 1, count: 4)))
  }

  @Test func theChildHandlesTheActionThatEndsIt() async {
    let store = roomStore(.living(Member.State(id: 1)))
    #expect(await store.send(.living(.leave)).isFinished)
    #expect(store.state == .empty)
    #expect(log.entries == [])
  }

  @Test(arguments: StoreVariant.allCases) func effectsEndWithTheirCase(_ variant: StoreVariant) async {
    let store = roomStore(.living(Member.State(id: 1)), variant)
    let task = store.send(.living(.work))
    await log.wait(for: "work 1 started")
    store.send(.setRoom(.living(Member.State(id: 1, count: 5))))
    #expect(cancelled() == [])
    store.send(.setRoom(.sleeping(Member.State(id: 1))))
    #expect(cancelled() == ["work 1 cancelled"])
    #expect(await task.isFinished)
  }

  @Test func effectsEndWithTheIdentityOfTheirChild() {
    let store = roomStore(.living(Member.State(id: 1)))
    store.send(.living(.work))
    store.send(.setRoom(.living(Member.State(id: 2))))
    #expect(cancelled() == ["work 1 cancelled"])
  }

  @Test func bigPayloadsAreChangedInPlace() {
    struct State: Equatable {
      var elements: [Int]
    }
    enum Screen: CasePathable {
      case list(State)
      struct AllCasePaths: Sendable {
        var list: AnyCasePath<Screen, State> {
          AnyCasePath(embed: { .list($0) }) { if case .list(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    enum Action: CasePathable {
      case list(Int)
      struct AllCasePaths: Sendable {
        var list: AnyCasePath<Action, Int> {
          AnyCasePath(embed: { .list($0) }) { if case .list(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var addresses: Set<UnsafePointer<Int>> = []
    let store = makeStore(Screen.list(State(elements: Array(0..<1000)))) {
      EmptyReducer<Screen, Action>()
        .ifCaseLet(\.list, action: \.list) {
          Reduce { state, action in
            state.elements[action] += 1
            state.elements.withUnsafeBufferPointer { buffer in
              if let address = buffer.baseAddress { addresses.insert(address) }
            }
            return .none
          }
        }
    }
    for index in 0..<10 { store.send(.list(index)) }
    #expect(addresses.count == 1)
  }

  @Test func anActionForAnotherCaseIsReportedAndChangesNothing() {
    let log = log
    let line = #line + 1
    let reducer = EmptyReducer<Family.Room, Family.Action>().ifCaseLet(\.living, action: \.living) { Member(log: log) }
    for state in [Family.Room.empty, .sleeping(Member.State(id: 1))] {
      let store = makeStore(state) { reducer }
      let issues = withCapturedIssues {
        _ = store.send(.living(.add(3)))
      }
      #expect(store.state == state)
      #expect(
        issues.map(\.message) == [
          """
          "ifCaseLet" at StoreTests/IfCaseLetTests.swift:\(line) got a child action when the state was in another case. \
          The action was ignored.

            Action:
          \(indentedDump(Family.Action.living(.add(3))))
            State:
          \(indentedDump(state))

          This usually happens for one of these reasons:

          • A parent reducer set the state to another case before this operator ran. Children run before their parent \
          when the operator is applied to the parent's reducer; list reducers that remove the child after it.

          • An effect of the child was still in flight. The operator cancels those; one that was started elsewhere, on \
          the parent's account, has to be cancelled when the child goes, or its action has to be one of the parent's.

          • The action was sent to the store directly. Send it only while the child has its case.
          """
        ]
      )
      #expect(issues.first?.line == line)
    }
  }
}
