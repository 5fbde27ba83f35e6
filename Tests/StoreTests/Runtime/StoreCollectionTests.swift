import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite struct StoreCollectionTests {
  /// Each row counts ten times its id.
  private func makeTens(_ ids: Int...) -> StoreOf<Scripted> {
    makeStore(Scripted.State(rows: IdentifiedArray(uniqueElements: ids.map { Scripted.Row(id: $0, count: $0 * 10) }))) {
      Scripted()
    }
  }

  @Test func elements() {
    let store = makeTens(1, 2, 3)
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(rows.ids == [1, 2, 3])
    #expect(rows.map(\.count) == [10, 20, 30])
    rows[1].send(.add(5))
    #expect(rows[1].count == 25)
    #expect(store.rows[id: 2]?.count == 25)
    #expect(rows[id: 3]?.count == 30 && rows[id: 4] == nil)
    #expect(rows.reversed().map(\.id) == [3, 2, 1])
    let none = makeTens().scope(state: \.rows, action: \.rows)
    #expect(none.isEmpty && none.ids.isEmpty && none[id: 1] == nil)
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
