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
  @Test func theStateNeedsNoLabel() {
    let pane = Scripted.Pane(leaf: Scripted.Leaf(), rows: [Scripted.Row(id: 2)])
    let store = makeStore(Scripted.State(pane: pane, detail: pane, rows: [Scripted.Row(id: 1)])) { Scripted() }
    #expect(store.scope(\.pane, action: \.pane) === store.scope(state: \.pane, action: \.pane))
    #expect(store.scope(\.frame, action: \.pane.self) === store.scope(state: \.frame, action: \.pane.self))
    let detail = store.scope(\.detail, action: \.detail)
    #expect(detail != nil && detail === store.scope(state: \.detail, action: \.detail))
    let leaf = store.scope(\.pane.leaf, action: \.pane.leaf)
    #expect(leaf != nil && leaf === store.scope(state: \.pane.leaf, action: \.pane.leaf))
    #expect(store.scope(\.rows, action: \.rows)[0] === store.scope(state: \.rows, action: \.rows)[0])
    let row = store.scope(\.pane.rows, action: \.pane.rows)[0]
    #expect(row === store.scope(state: \.pane.rows, action: \.pane.rows)[0])
  }

  @Test func aChildsTaskIsThatOfTheParentsAction() async {
    let log = Log()
    let store = makeStore(0, of: ChildAction.self) { state, action in
      if case .child(let amount) = action { state += amount }
      if state != 1 { return .none }
      return .run { send in
        await log.wait(for: "go")
        await send(.child(10))
      }
    }
    let task = store.scope(state: \.self, action: \.child).send(1)
    #expect(await !task.isFinished)
    log.append("go")
    await task.finish()
    #expect(store.state == 11)
  }

  @CasePathable
  enum ChildAction {
    case child(Int)
  }

  @Test func scopingTwiceGivesTheSameStore() {
    var state = Scripted.State()
    state.pane.leaf = Scripted.Leaf()
    let store = makeStore(state) { Scripted() }
    let pane = store.scope(state: \.pane, action: \.pane)
    #expect(store.scope(state: \.pane, action: \.pane) === pane)
    let leaf = pane.scope(state: \.leaf, action: \.leaf)
    #expect(leaf != nil)
    #expect(pane.scope(state: \.leaf, action: \.leaf) === leaf)
  }

  @Test func childrenByOtherKeyPathsAreApart() {
    let store = makeStore(Scripted.State(count: 3)) { Scripted() }
    let pane = store.scope(state: \.pane, action: \.pane)
    let other = store.scope(state: \.pane, action: \.detail)
    let frame = store.scope(state: \.frame, action: \.pane)
    #expect(pane !== other)
    #expect(pane !== frame)
    #expect(store.scope(state: \.pane, action: \.detail) === other)
    #expect(store.scope(state: \.frame, action: \.pane) === frame)
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
  }

  @Test func aCaseKeyPathToAnElement() {
    let store = makeStore(Scripted.State(rows: [Scripted.Row(id: 1), Scripted.Row(id: 2)])) { Scripted() }
    let row = store.scope(state: \.rows[id: 2], action: \.rows[id: 2])
    #expect(row != nil)
    row?.send(.add(3))
    #expect(row?.count == 3)
    #expect(store.rows[id: 2]?.count == 3)
    #expect(store.rows[id: 1]?.count == 0)
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
      withObservationTracking {
        _ = pane.count
      } onChange: {
      }
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

  @Test func aGoneChildReadsTheLastThatWasRead() {
    let store = makeStore(Scripted.State(detail: Scripted.Pane(count: 1))) { Scripted() }
    let detail = store.scope(state: \.detail, action: \.detail)
    detail?.send(.add(1))
    #expect(detail?.count == 2)
    store.send(.change { $0.detail = nil })
    #expect(detail?.count == 2)
    #expect(detail?.state == Scripted.Pane(count: 2))
    #expect(detail?.withState(\.count) == 2)
  }

  @Test func aGoneChildReadsTheLastThatWasObserved() {
    let store = makeStore(Scripted.State(detail: Scripted.Pane(count: 1))) { Scripted() }
    let detail = store.scope(state: \.detail, action: \.detail)
    withObservationTracking {
      _ = detail?.count
    } onChange: {
    }
    detail?.send(.add(1))
    store.send(.change { $0.detail = nil })
    withObservationTracking {
      #expect(detail?.count == 2)
    } onChange: {
    }
  }

  @Test func aSendToAGoneChildIsReportedAndIgnored() async {
    let store = makeStore(Scripted.State(detail: Scripted.Pane(count: 1))) { Scripted() }
    let detail = store.scope(state: \.detail, action: \.detail)
    store.send(.change { $0.detail = nil })
    let before = store.state
    let issues = await withCapturedIssues {
      let task = detail?.send(.add(1))
      #expect(await task?.isFinished == true)
    }
    #expect(
      issues.map(\.message) == [goneMessage("Scripted.PaneAction.add(1)", "Store<Scripted.Pane, Scripted.PaneAction>")]
    )
    #expect(store.state == before)
  }

  @Test func aChildOfAGoneChildIsGone() {
    let store = makeStore(
      Scripted.State(detail: Scripted.Pane(leaf: Scripted.Leaf(count: 3), rows: [Scripted.Row(id: 1, count: 4)]))
    ) { Scripted() }
    let detail = store.scope(state: \.detail, action: \.detail)
    let leaf = detail?.scope(state: \.leaf, action: \.leaf)
    let row = detail?.scope(state: \.rows, action: \.rows)[id: 1]
    store.send(.change { $0.detail = nil })
    #expect(leaf?.count == 3)
    #expect(row?.count == 4)
    #expect(detail?.scope(state: \.leaf, action: \.leaf) == nil)
    let issues = withCapturedIssues {
      leaf?.send(.add(1))
      row?.send(.add(2))
    }
    #expect(
      issues.map(\.message) == [
        goneMessage("Scripted.LeafAction.add(1)", "Store<Scripted.Leaf, Scripted.LeafAction>"),
        goneMessage("Scripted.RowAction.add(2)", "Store<Scripted.Row, Scripted.RowAction>"),
      ]
    )
  }

  @Test func aChildThatIsAlwaysThereReportsThatItsParentIsGone() {
    let store = makeStore(Scripted.State(detail: Scripted.Pane(count: 1))) { Scripted() }
    let detail = store.scope(state: \.detail, action: \.detail)
    let same = detail?.scope(state: \.self, action: \PaneCases.leaf)
    store.send(.change { $0.detail = nil })
    let issues = withCapturedIssues { _ = same?.send(.add(1)) }
    #expect(same?.count == 1)
    #expect(
      issues.map(\.message) == [
        goneMessage("Scripted.PaneAction.leaf(.add(1))", "Store<Scripted.Pane, Scripted.PaneAction>")
      ]
    )
  }

  private typealias PaneCases = Scripted.PaneAction.AllCasePaths

  @Test func grandchildren() {
    var state = Scripted.State(rows: [Scripted.Row(id: 1, leaf: Scripted.Leaf())])
    state.pane.leaf = Scripted.Leaf()
    state.pane.rows = [Scripted.Row(id: 1, leaf: Scripted.Leaf())]
    let store = makeStore(state) { Scripted() }
    let pane = store.scope(state: \.pane, action: \.pane)
    pane.scope(state: \.leaf, action: \.leaf)?.send(.add(1))
    let inner = pane.scope(state: \.rows, action: \.rows)[0].scope(state: \.leaf, action: \.leaf)
    inner?.send(.add(2))
    store.scope(state: \.rows, action: \.rows)[0].scope(state: \.leaf, action: \.leaf)?.send(.add(3))
    #expect(store.pane.leaf?.count == 1)
    #expect(store.pane.rows[0].leaf?.count == 2)
    #expect(store.rows[0].leaf?.count == 3)
    #expect(inner?.count == 2)
  }

  @Test func aComputedProperty() {
    let store = makeStore(Scripted.State(count: 2)) { Scripted() }
    let frame = store.scope(state: \.frame, action: \.pane)
    #expect(frame.count == 20)
    frame.send(.add(1))
    #expect(store.pane.count == 1)
    store.send(.change { $0.count = 3 })
    #expect(frame.count == 30)
    store.send(.change { $0.pane.leaf = Scripted.Leaf(count: 8) })
    let leaf = frame.scope(state: \.leaf, action: \.leaf)
    #expect(leaf?.count == 8)
    store.send(.change { $0.pane.leaf?.count = 9 })
    #expect(leaf?.count == 9)
  }

  /// A copy would keep alive what the state no longer contains, and the next change would have to copy the state.
  @Test func aChildKeepsNoCopyOfTheStateThatItReads() {
    let log = Log()
    let store = makeStore(Shelf(), of: ShelfAction.self) { state, action in
      switch action {
      case .put(let book): state.book = book
      }
      return .none
    }
    let book = store.scope(state: \.book, action: \.put)
    store.send(.put(Book(pages: 3, token: ReleaseToken { log.append("released") })))
    #expect(book.pages == 3)
    store.send(.put(Book()))
    #expect(log.entries == ["released"])
  }

  struct Shelf {
    var book = Book()
  }

  struct Book {
    var pages = 0
    var token: ReleaseToken?
  }

  @CasePathable
  enum ShelfAction {
    case put(Book)
  }

  @Test func anOptionalComputedProperty() {
    let store = makeStore(Scripted.State(count: 1, detail: Scripted.Pane(count: 5))) { Scripted() }
    let detail = store.scope(state: \.shownDetail, action: \.detail)
    #expect(detail?.count == 5)
    detail?.send(.add(1))
    #expect(detail?.count == 6)
    store.send(.change { $0.detail?.leaf = Scripted.Leaf(count: 8) })
    let leaf = detail?.scope(state: \.leaf, action: \.leaf)
    store.send(.change { $0.detail?.leaf?.count = 9 })
    #expect(leaf?.count == 9)
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
}
