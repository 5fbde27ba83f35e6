import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor @Suite struct StoreScopeTests {
  private func goneMessage(_ action: String, _ state: String) -> String {
    """
    A scoped store got an action when its state was gone. The action was ignored.

      Action:
        Scripted.\(action)
      Store:  Store<Scripted.\(state), Scripted.\(state)Action>

    The store was scoped to optional state that has become "nil", to a case that the enum has left, or to an element \
    that was removed. This usually means that a view or a callback outlived the feature that it belongs to. Send from \
    where the state is known to be there, or cancel the work that sends when the state goes away.
    """
  }

  /// The label of the state can be omitted.
  @Test func scopingTwiceGivesTheSameStore() {
    let pane = Scripted.Pane(leaf: Scripted.Leaf(), rows: [Scripted.Row(id: 2)])
    let store = makeStore(Scripted.State(pane: pane, detail: pane, rows: [Scripted.Row(id: 1)])) { Scripted() }
    let child = store.scope(state: \.pane, action: \.pane)
    #expect(store.scope(\.pane, action: \.pane) === child)
    let (other, frame) = (store.scope(state: \.pane, action: \.detail), store.scope(state: \.frame, action: \.pane))
    #expect(child !== other && child !== frame)
    #expect(store.scope(state: \.pane, action: \.detail) === other)
    #expect(store.scope(\.frame, action: \.pane.self) === store.scope(state: \.frame, action: \.pane.self))
    let detail = store.scope(state: \.detail, action: \.detail)
    #expect(detail != nil && store.scope(\.detail, action: \.detail) === detail)
    store.send(.change { $0.detail = nil })
    #expect(store.scope(\.detail, action: \.detail) == nil)
    // The same place has state again.
    store.send(.change { $0.detail = Scripted.Pane(count: 7) })
    #expect(detail?.count == 7 && store.scope(\.detail, action: \.detail) === detail)
    let leaf = store.scope(state: \.pane.leaf, action: \.pane.leaf)
    #expect(leaf != nil && store.scope(\.pane.leaf, action: \.pane.leaf) === leaf)
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(store.scope(\.rows, action: \.rows)[0] === rows[0])
    let row = store.scope(state: \.pane.rows, action: \.pane.rows)[0]
    #expect(store.scope(\.pane.rows, action: \.pane.rows)[0] === row)
  }

  @Test func caseKeyPathsOfSeveralSteps() {
    var state = Scripted.State(detail: Scripted.Pane(leaf: Scripted.Leaf()))
    state.pane.leaf = Scripted.Leaf(count: 1)
    let store = makeStore(state) { Scripted() }
    let leaf = store.scope(state: \.pane.leaf, action: \.pane.leaf)
    #expect(leaf != nil)
    #expect(store.scope(state: \.pane.leaf, action: \.pane.leaf) === leaf)
    leaf?.send(.add(4))
    #expect(leaf?.count == 5)
    #expect(store.pane.leaf?.count == 5)

    let detail = store.scope(state: \.detail?.leaf, action: \.detail.leaf)
    detail?.send(.add(1))
    #expect(store.detail?.leaf?.count == 1)
    #expect(detail?.count == 1)
    #expect(store.scope(state: \.detail?.leaf, action: \.detail.leaf) === detail)
    store.send(.change { $0.detail = nil })
    #expect(store.scope(state: \.detail?.leaf, action: \.detail.leaf) == nil)

    store.send(.change { $0.rows = [Scripted.Row(id: 1), Scripted.Row(id: 2)] })
    let row = store.scope(state: \.rows[id: 2], action: \.rows[id: 2])
    row?.send(.add(3))
    #expect(row?.count == 3 && store.rows.map(\.count) == [0, 3])
    #expect(store.scope(state: \.rows[id: 2], action: \.rows[id: 2]) === row)
    #expect(store.scope(state: \.rows[id: 3], action: \.rows[id: 3]) == nil)
  }

  @Test func whatIsSentToAStateThatIsGoneIsIgnoredAndReportedWhereItWasSent() async throws {
    let pane = Scripted.Pane(leaf: Scripted.Leaf(count: 3), rows: [Scripted.Row(id: 1, count: 4)])
    let store = makeStore(Scripted.State(detail: pane)) { Scripted() }
    let detail = try #require(store.scope(state: \.detail, action: \.detail))
    let leaf = try #require(detail.scope(state: \.leaf, action: \.leaf))
    let row = detail.scope(state: \.rows, action: \.rows)[0]
    // A child that is always there, of a parent that is gone.
    let same = detail.scope(state: \.self, action: \Scripted.PaneAction.AllCasePaths.leaf)
    let (handle, function) = (detail.handle, detail.send as (Scripted.PaneAction) -> StoreTask)
    _ = function(.add(1))
    #expect(store.detail?.count == 1)
    store.send(.change { $0.detail = nil })
    let before = store.state
    let line = #line + 2
    let issues = await withCapturedIssues {
      let task = detail.send(.add(1))
      leaf.send(.add(1))
      row.send(.add(2))
      same.send(.add(3))
      await handle.send(.add(4))
      handle.enqueue(.add(5))
      await handle.send(.add(6))
      #expect(await task.isFinished)
    }
    let messages: [String] = [
      goneMessage("PaneAction.add(1)", "Pane"), goneMessage("LeafAction.add(1)", "Leaf"),
      goneMessage("RowAction.add(2)", "Row"), goneMessage("PaneAction.leaf(.add(3))", "Pane"),
      goneMessage("PaneAction.add(4)", "Pane"), goneMessage("PaneAction.add(5)", "Pane"),
      goneMessage("PaneAction.add(6)", "Pane"),
    ]
    #expect(issues.map(\.message) == messages)
    #expect(issues.map(\.line) == Array(line..<line + 7))
    #expect(issues.allSatisfy { $0.fileID == #fileID })
    #expect(store.state == before)
    #expect(detail.scope(state: \.leaf, action: \.leaf) == nil)
  }

  @Test func anOptionalComputedProperty() {
    let store = makeStore(Scripted.State(count: 1, detail: Scripted.Pane(count: 5))) { Scripted() }
    let detail = store.scope(state: \.shownDetail, action: \.detail)
    #expect(detail?.count == 5)
    detail?.send(.add(1))
    #expect(detail?.count == 6)
    store.send(.change { $0.count = 0 })
    #expect(store.scope(state: \.shownDetail, action: \.detail) == nil)
    // The detail exists, but the key path does not show it.
    detail?.send(.add(1))
    #expect(store.detail?.count == 7)
    #expect(detail?.count == 6, "It reads what it last read.")
  }

  @Test func aChildThatIsAlwaysThereKeepsNoCopyOfItsState() {
    struct Child { var token: ReleaseToken? }
    struct Parent { var child = Child() }
    let log = Log()
    let store = makeStore(Parent()) { Changer<Parent, Never>() }
    let child = store.scope(state: \.child, action: \.child)
    store.send(.change { $0.child.token = ReleaseToken { log.append("released") } })
    #expect(child.withState { $0.token != nil })
    store.send(.change { $0.child.token = nil })
    #expect(log.entries == ["released"])
  }

  // MARK: Collections

  /// Each row counts ten times its id.
  private func makeTens(_ ids: Int...) -> StoreOf<Scripted> {
    let rows: [Scripted.Row] = ids.map { Scripted.Row(id: $0, count: $0 * 10) }
    return makeStore(Scripted.State(rows: IdentifiedArray(uniqueElements: rows))) { Scripted() }
  }

  @Test func elementsHaveStores() {
    let store = makeTens(1, 2, 3)
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(rows.ids == [1, 2, 3])
    #expect(rows.reversed().map(\.count) == [30, 20, 10])
    rows[1].send(.add(5))
    #expect(rows[1].count == 25)
    #expect(store.rows[id: 2]?.count == 25)
    #expect(rows[id: 3]?.count == 30)
    #expect(rows[id: 4] == nil)
    let none = makeTens().scope(state: \.rows, action: \.rows)
    #expect(none.isEmpty)
    #expect(none.ids.isEmpty)
    #expect(none[id: 1] == nil)
  }

  @Test func anElementHasTheSameStoreAsLongAsSomebodyHoldsIt() {
    let store = makeTens(1, 2)
    let first = store.scope(state: \.rows, action: \.rows)[0]
    #expect(store.scope(state: \.rows, action: \.rows)[0] === first)
    #expect(store.scope(state: \.rows, action: \.rows)[id: 1] === first)
    #expect(store.scope(state: \.rows, action: \.rows)[id: 2] !== first)
    store.send(.change { $0.rows = [Scripted.Row(id: 2), Scripted.Row(id: 1, count: 6)] })
    #expect(store.scope(state: \.rows, action: \.rows)[1] === first)
    #expect(first.count == 6)
    weak let second = store.scope(state: \.rows, action: \.rows)[id: 2]
    #expect(second == nil)
  }

  @Test func itHasTheElementsOfWhenItWasMade() {
    let store = makeTens(1, 2)
    let rows = store.scope(state: \.rows, action: \.rows)
    store.send(.change { $0.rows = [Scripted.Row(id: 3), Scripted.Row(id: 2, count: 21)] })
    #expect(rows.ids == [1, 2])
    #expect(rows[1].count == 21)
    // The first row was removed before its store was requested.
    #expect(rows[0].count == 10)
  }

  @Test func movedElementsAreFollowed() {
    let store = makeTens(1, 2, 3, 4)
    let rows = store.scope(state: \.rows, action: \.rows).map { $0 }
    store.send(.change { $0.rows = IdentifiedArray(uniqueElements: $0.rows.reversed()) })
    #expect(rows.map(\.id) == [1, 2, 3, 4])
    for row in rows { row.send(.add(1)) }
    #expect(rows.map(\.count) == [11, 21, 31, 41])
    #expect(store.rows.map(\.count) == [41, 31, 21, 11])
    // A removed element reads what it was, until there is one with its id again.
    store.send(.change { $0.rows.remove(id: 4) })
    #expect(rows.map(\.count) == [11, 21, 31, 41])
    store.send(.change { $0.rows.append(Scripted.Row(id: 4, count: 99)) })
    #expect(rows[3].count == 99)
  }

  /// Only the reducer knows whether an element that the filter leaves out exists.
  @Test func anElementThatAFilterLeavesOutGetsItsActions() async {
    let store = makeTens(1, 2, 3)
    let rows = store.scope(state: \.longRows, action: \.rows)
    let (row, handle) = (rows[id: 2], rows[id: 3]?.handle)
    #expect(rows.ids == [2, 3])
    row?.send(.add(1))
    #expect(row?.count == 21)
    row?.send(.add(-20))
    await handle?.send(.add(-25))
    #expect(store.scope(state: \.longRows, action: \.rows).isEmpty)
    row?.send(.add(4))
    await handle?.send(.add(1))
    #expect(store.rows.map(\.count) == [10, 5, 6])
    #expect(row?.count == 21, "It reads what it last read.")
    #expect(row?.withState(\.count) == 21)
    #expect(await handle?.state(\.count) == nil)
  }
}
