import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite struct StoreScopeTests {
  private typealias PaneStore = Store<Scripted.Pane, Scripted.PaneAction>

  private func goneMessage(_ action: String, _ store: String) -> String {
    """
    A scoped store got an action when its state was gone. The action was ignored.

      Action:
        \(action)
      Store:  \(store)

    The store was scoped to optional state that has become "nil", to a case that the enum has left, or to an element \
    that was removed. This usually means that a view or a callback outlived the feature that it belongs to. Send from \
    where the state is known to be there, or cancel the work that sends when the state goes away.
    """
  }

  @Test func aChildReadsAndSendsThroughItsParent() {
    let store = makeStore(Scripted.State()) { Scripted() }
    let pane = store.scope(state: \.pane, action: \.pane)
    pane.send(.add(2))
    #expect(pane.count == 2)
    #expect(store.pane.count == 2)
    store.send(.change { $0.pane.count = 5 })
    #expect(pane.count == 5)
    #expect(pane.state == Scripted.Pane(count: 5))
    #expect(pane.withState(\.count) == 5)
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

  @Test func aChildIsFreedWhenNobodyHoldsIt() {
    let store = makeStore(Scripted.State()) { Scripted() }
    weak var child: PaneStore?
    weak var core: Core<Scripted.Pane, Scripted.PaneAction>?
    do {
      let pane = store.scope(state: \.pane, action: \.pane)
      child = pane
      core = pane.core
      Log().watch { _ = pane.count }
      #expect(store.scope(state: \.pane, action: \.pane) === child)
    }
    #expect(child == nil)
    #expect(core == nil)
    store.send(.pane(.add(1)))
    // The observer has been told by now.
    store.send(.note("looks"))
    #expect(store.core.observation?.children.isEmpty == true)
    #expect(store.scope(state: \.pane, action: \.pane).count == 1)
  }

  @Test func anOptionalChildComesAndGoes() {
    let store = makeStore(Scripted.State()) { Scripted() }
    #expect(store.scope(state: \.detail, action: \.detail) == nil)
    store.send(.change { $0.detail = Scripted.Pane(count: 1) })
    let first = store.scope(state: \.detail, action: \.detail)
    #expect(first?.count == 1)
    #expect(store.scope(state: \.detail, action: \.detail) === first)
    first?.send(.add(1))
    #expect(store.detail?.count == 2)

    store.send(.change { $0.detail = nil })
    #expect(store.scope(state: \.detail, action: \.detail) == nil)
    store.send(.change { $0.detail = Scripted.Pane(count: 7) })
    // The same place has state again.
    #expect(first?.count == 7)
    #expect(store.scope(state: \.detail, action: \.detail) === first)
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
    let paneStore = "Store<Scripted.Pane, Scripted.PaneAction>"
    #expect(
      issues.map(\.message) == [
        goneMessage("Scripted.PaneAction.add(1)", paneStore),
        goneMessage("Scripted.LeafAction.add(1)", "Store<Scripted.Leaf, Scripted.LeafAction>"),
        goneMessage("Scripted.RowAction.add(2)", "Store<Scripted.Row, Scripted.RowAction>"),
        goneMessage("Scripted.PaneAction.leaf(.add(3))", paneStore),
      ] + (4...6).map { goneMessage("Scripted.PaneAction.add(\($0))", paneStore) }
    )
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

  @Test func anAliveChildSendsFromWithinItsLastAction() {
    // The action is under way when the state is removed, so the reducer has to deal with it, not the store.
    let store = makeStore(Scripted.State(detail: Scripted.Pane())) { Scripted() }
    let box = StoreBox()
    box.store = store
    let issues = withCapturedIssues {
      store.send(
        .act("leave") { state in
          MainActor.assumeIsolated {
            _ = box.store?.send(.detail(.add(1)))
          }
          state.detail = nil
          return .none
        }
      )
    }
    box.store = nil
    #expect(issues.isEmpty)
    #expect(store.detail == nil)
  }

  @Test func keyPathsThroughSubscriptsAreTheSameWhereverTheyAreWritten() {
    let first: AnyKeyPath = \StackState<Int>.[id: 1]
    let second: AnyKeyPath = \StackState<Int>.[id: 1]
    #expect(first == second && first.hashValue == second.hashValue)
    #expect(first != \StackState<Int>.[id: 2])
  }
}
