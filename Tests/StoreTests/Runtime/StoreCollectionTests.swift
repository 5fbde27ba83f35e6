import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite struct StoreCollectionTests {
  private func makeRows(_ ids: Int...) -> StoreOf<Scripted> {
    makeStore(Scripted.State(rows: IdentifiedArray(uniqueElements: ids.map { Scripted.Row(id: $0, count: $0 * 10) }))) {
      Scripted()
    }
  }

  @Test func elements() {
    let store = makeRows(1, 2, 3)
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(rows.count == 3)
    #expect(rows.ids == [1, 2, 3])
    #expect(rows.map(\.id) == [1, 2, 3])
    #expect(rows.map(\.count) == [10, 20, 30])
    rows[1].send(.add(5))
    #expect(rows[1].count == 25)
    #expect(store.rows[id: 2]?.count == 25)
    #expect(rows[id: 3]?.count == 30)
    #expect(rows[id: 4] == nil)
    #expect(rows.first?.id == 1)
    #expect(rows.reversed().map(\.id) == [3, 2, 1])
  }

  @Test func noElements() {
    let rows = makeRows().scope(state: \.rows, action: \.rows)
    #expect(rows.isEmpty)
    #expect(rows.ids.isEmpty)
    #expect(rows[id: 1] == nil)
  }

  @Test func anElementHasTheSameStoreAsLongAsSomebodyHoldsIt() {
    let store = makeRows(1, 2)
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

  @Test func elementStoresThatNobodyHoldsAreForgotten() {
    let store = makeStore(
      Scripted.State(rows: IdentifiedArray(uniqueElements: (0..<500).map { Scripted.Row(id: $0) }))
    ) { Scripted() }
    let kept = store.scope(state: \.rows, action: \.rows)[id: 250]
    withObservationTracking {
      for row in store.scope(state: \.rows, action: \.rows) { _ = row.count }
    } onChange: {
    }
    func observed() -> Int? {
      let rows = store.core.observation?.children.first
      return (rows as? ElementObservations<Scripted.State, Int, Scripted.Row>)?.observed.count
    }
    store.send(.note("looks"))
    // All rows are observed.
    #expect(observed() == 500)
    store.send(.rows(.element(id: 250, action: .add(1))))
    store.send(.note("looks"))
    #expect(observed() == 1)
    #expect(kept?.count == 1)
  }

  @Test func itHasTheElementsOfWhenItWasMade() {
    let store = makeRows(1, 2)
    let rows = store.scope(state: \.rows, action: \.rows)
    store.send(.change { $0.rows = [Scripted.Row(id: 3), Scripted.Row(id: 2, count: 21)] })
    #expect(rows.ids == [1, 2])
    #expect(rows[1].count == 21)
    // The first row was removed before its store was requested.
    #expect(rows[0].count == 10)
  }

  @Test func movedElementsAreFollowed() {
    let store = makeRows(1, 2, 3, 4)
    let rows = store.scope(state: \.rows, action: \.rows).map { $0 }
    store.send(.change { $0.rows = IdentifiedArray(uniqueElements: $0.rows.reversed()) })
    #expect(rows.map(\.id) == [1, 2, 3, 4])
    for row in rows { row.send(.add(1)) }
    #expect(rows.map(\.count) == [11, 21, 31, 41])
    #expect(store.rows.map(\.count) == [41, 31, 21, 11])
    store.send(.change { state in state.rows.remove(id: 4) })
    #expect(rows[0...2].map(\.count) == [11, 21, 31])
  }

  /// Only the reducer knows whether an element that the filter leaves out exists.
  @Test func anElementThatAFilterLeavesOutGetsItsActions() async {
    let store = makeRows(1, 2, 3)
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

  @Test func aRemovedElementReadsWhatItWasAndReportsWhatItIsSent() async {
    let store = makeRows(1, 2)
    let row = store.scope(state: \.rows, action: \.rows)[0]
    store.send(.change { $0.rows.remove(id: 1) })
    #expect(row.id == 1)
    #expect(row.count == 10)
    let before = store.state
    let issues = await withCapturedIssues {
      let task = row.send(.add(1))
      #expect(await task.isFinished)
    }
    let message = """
      A scoped store got an action when its state was gone. The action was ignored.

        Action:
          Scripted.RowAction.add(1)
        Store:  Store<Scripted.Row, Scripted.RowAction>

      The store was scoped to optional state that has become "nil", to a case that the enum has left, or to an element \
      that was removed. This usually means that a view or a callback outlived the feature that it belongs to. Send from \
      where the state is known to be there, or cancel the work that sends when the state goes away.
      """
    #expect(issues.map(\.message) == [message])
    #expect(store.state == before)
    store.send(.change { $0.rows.append(Scripted.Row(id: 1, count: 99)) })
    #expect(row.count == 99)
  }

  @Test func actionsSomeCasesAway() {
    var state = Scripted.State(detail: Scripted.Pane(rows: [Scripted.Row(id: 7)]))
    state.pane.rows = [Scripted.Row(id: 5), Scripted.Row(id: 6)]
    let store = makeStore(state) { Scripted() }
    let rows = store.scope(state: \.pane.rows, action: \.pane.rows)
    let row = rows[id: 6]
    row?.send(.add(2))
    #expect(row?.count == 2)
    #expect(store.pane.rows.map(\.count) == [0, 2])
    #expect(store.scope(state: \.pane.rows, action: \.pane.rows)[1] === row)
  }
}
