import Dependencies
import Testing

@testable import Store

@MainActor
@Suite(.timeLimit(.minutes(2))) struct ForEachTests {
  let log = Log()

  func familyStore(
    _ children: [Member.State],
    _ variant: StoreVariant = .immediate
  ) -> Store<Family.State, Family.Action> {
    makeStore(Family.State(children: IdentifiedArray(uniqueElements: children)), variant) {
      Family.parent.forEach(\.children, action: \.children) { Member(log: log) }
    }
  }

  func members(_ ids: some Sequence<Int>) -> [Member.State] { ids.map { Member.State(id: $0) } }

  func cancelled() -> [String] { log.entries.filter { $0.hasSuffix("cancelled") } }

  @Test func elementsRunBeforeTheParent() {
    let store = familyStore(members(1...3))
    store.send(.children(.element(id: 2, action: .add(5))))
    #expect(store.children.map(\.count) == [0, 5, 0])
    #expect(store.log == ["child 2 has 5"])
  }

  @Test func anElementHandlesTheActionThatEndsIt() async {
    let store = familyStore(members(1...3))
    #expect(await store.send(.children(.element(id: 2, action: .leave))).isFinished)
    #expect(store.children.ids == [1, 3])
    #expect(log.entries == [])
  }

  @Test(arguments: StoreVariant.allCases) func effectsSendToTheirElement(_ variant: StoreVariant) async {
    let store = familyStore(members(1...3), variant)
    let task = store.send(.children(.element(id: 3, action: .addLater(2))))
    store.send(.setChildren(members([3, 4])))
    await task.finish()
    #expect(store.children.map(\.count) == [2, 0])
  }

  @Test(arguments: StoreVariant.allCases) func effectsEndWithTheirElement(_ variant: StoreVariant) async {
    let store = familyStore(members(1...3), variant)
    for id in 1...3 {
      store.send(.children(.element(id: id, action: .work)))
      await log.wait(for: "work \(id) started")
    }
    store.send(.nothing)
    store.send(.setChildren(members([3, 2, 1])))
    #expect(cancelled() == [])
    store.send(.setChildren(members([1, 3])))
    #expect(cancelled() == ["work 2 cancelled"])
    // One with the same id is another one.
    store.send(.setChildren(members([1, 2, 3])))
    store.send(.setChildren([]))
    #expect(cancelled() == ["work 2 cancelled", "work 1 cancelled", "work 3 cancelled"])
  }

  @Test func effectsAreCancelledInTheOrderInWhichTheyStarted() {
    let ids = Array(1...50).map { $0 * 7 % 51 }
    let store = familyStore(members(ids))
    for id in ids { store.send(.children(.element(id: id, action: .work))) }
    store.send(.setChildren([]))
    #expect(cancelled() == ids.map { "work \($0) cancelled" })
  }

  @Test func anElementThatGoesWithAnActionForAnother() async {
    let log = log
    let store = makeStore(Family.State(children: [Member.State(id: 1), Member.State(id: 2)])) {
      Reduce<Family.State, Family.Action> { state, action in
        if case .children(.element(2, .work)) = action { state.children.remove(id: 1) }
        return .none
      }
      .forEach(\.children, action: \.children) { Member(log: log) }
    }
    store.send(.children(.element(id: 1, action: .work)))
    store.send(.children(.element(id: 2, action: .work)))
    #expect(cancelled() == ["work 1 cancelled"])
    #expect(log.entries.contains("work 2 started"))
  }

  @Test func nestedCollectionsKeepTheirElementsApart() async {
    var states = members([1, 2])
    for index in states.indices { states[index].children = IdentifiedArray(uniqueElements: members([7, 8])) }
    let store = familyStore(states)
    func send(_ path: [Int], _ action: Member.Action) {
      let inner = path.dropFirst().reversed().reduce(action) { .children(.element(id: $1, action: $0)) }
      store.send(.children(.element(id: path[0], action: inner)))
    }
    for path in [[1, 7], [1, 8], [2, 7], [2, 8], [1]] { send(path, .work) }
    #expect(log.entries.count == 5)
    // In the first only.
    send([1, 7], .leave)
    #expect(cancelled() == ["work 7 cancelled"])
    #expect(store.children[id: 1]?.children.ids == [8])
    send([2, 7], .add(1))
    #expect(cancelled() == ["work 7 cancelled"])
    // The whole of the first.
    send([1], .leave)
    #expect(cancelled() == ["work 7 cancelled", "work 8 cancelled", "work 1 cancelled"])
    send([2, 8], .stop)
    #expect(cancelled().count == 4)
  }

  @Test func anElementThatWasRemovedElsewhereEndsWithTheNextAction() {
    let log = log
    let store = makeStore(Family.State(children: [Member.State(id: 1)])) {
      EmptyReducer<Family.State, Family.Action>()
        .forEach(\.children, action: \.children) { Member(log: log) }
      Family.parent
    }
    store.send(.children(.element(id: 1, action: .work)))
    store.send(.setChildren([]))
    store.send(.nothing)
    #expect(cancelled() == ["work 1 cancelled"])
  }

  @Test func anActionForAMissingElementIsReportedAndChangesNothing() {
    let log = log
    let line = #line + 1
    let reducer = EmptyReducer<Family.State, Family.Action>().forEach(\.children, action: \.children) {
      Member(log: log)
    }
    let state = Family.State(children: [Member.State(id: 1)])
    let store = makeStore(state) { reducer }
    let action = Family.Action.children(.element(id: 2, action: .add(3)))
    let issues = withCapturedIssues {
      _ = store.send(action)
    }
    #expect(store.state == state)
    #expect(
      issues.map(\.message) == [
        """
        "forEach" at StoreTests/ForEachTests.swift:\(line) got a child action for an element that is not there. The \
        action was ignored.

          Action:
        \(indentedDump(action))
          State:
        \(indentedDump(state))

        This usually happens for one of these reasons:

        • A parent reducer removed the element before this operator ran. Children run before their parent when the \
        operator is applied to the parent's reducer; list reducers that remove the child after it.

        • An effect of the child was still in flight. The operator cancels those; one that was started elsewhere, on the \
        parent's account, has to be cancelled when the child goes, or its action has to be one of the parent's.

        • The action was sent to the store directly. Send it only while the child has its element.
        """
      ]
    )
    #expect(issues.first?.line == line)
    #expect(issues.first?.fileID == #fileID)
  }

  @Test func elementsAreChangedInPlace() {
    struct Row: Identifiable {
      let id: Int
      var values = Array(0..<100)
    }
    enum Action: CasePathable {
      case rows(IdentifiedAction<Int, Int>)
      struct AllCasePaths: Sendable {
        var rows: AnyCasePath<Action, IdentifiedAction<Int, Int>> {
          AnyCasePath(embed: { .rows($0) }) { if case .rows(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var addresses: Set<UnsafePointer<Int>> = []
    let store = makeStore(IdentifiedArray(uniqueElements: [Row(id: 1), Row(id: 2)])) {
      EmptyReducer<IdentifiedArrayOf<Row>, Action>()
        .forEach(\.self, action: \.rows) {
          Reduce { row, action in
            row.values[action] += 1
            row.values.withUnsafeBufferPointer { buffer in
              if let address = buffer.baseAddress { addresses.insert(address) }
            }
            return .none
          }
        }
    }
    for index in 0..<10 {
      store.send(.rows(.element(id: 1, action: index)))
      store.send(.rows(.element(id: 2, action: index)))
    }
    #expect(addresses.count == 2)
  }
}
