import Dependencies
import Observation
import Store
import Testing

@testable import StoreCore

/// Values that are read through scoped stores that nothing retains.
@MainActor
@Suite struct UnheldStoreTests {
  private let log = Log()

  /// Logs its name when it is released.
  private final class Token: Sendable {
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
    }

    deinit { log.append("\(name) gone") }
  }

  @Test func aChild() {
    let store = makeStore(Scripted.State()) { Scripted() }
    func read() { _ = store.scope(state: \.pane, action: \.pane).count }
    log.watch("first", read)
    store.send(.change { $0.other += 1 })
    #expect(log.entries.isEmpty)
    store.send(.pane(.add(1)))
    #expect(log.entries == ["first"])
    store.send(.pane(.add(1)))
    #expect(log.entries == ["first"])
    log.watch("second", read)
    store.send(.pane(.add(1)))
    #expect(log.entries == ["first", "second"])
  }

  @Test func rows() {
    let store = makeRows(3)
    log.watch("rows") {
      for row in store.scope(state: \.rows, action: \.rows) { _ = row.name }
    }
    store.send(.rows(.element(id: 1, action: .add(1))))
    #expect(log.entries.isEmpty)
    store.send(.change { $0.rows[id: 2]?.name = "new" })
    #expect(log.entries == ["rows"])
  }

  @Test func everyWayToScope() {
    let store = makeStore(
      Scripted.State(
        count: 1,
        pane: Scripted.Pane(leaf: Scripted.Leaf(), rows: [Scripted.Row(id: 7)]),
        detail: Scripted.Pane(leaf: Scripted.Leaf()),
        rows: [Scripted.Row(id: 1, leaf: Scripted.Leaf()), Scripted.Row(id: 2)]
      )
    ) { Scripted() }
    func pane() -> Store<Scripted.Pane, Scripted.PaneAction> { store.scope(state: \.pane, action: \.pane) }
    log.watch("optional") { _ = store.scope(state: \.detail, action: \.detail)?.count }
    log.watch("computed") { _ = store.scope(state: \.frame, action: \.pane).count }
    log.watch("computed optional") { _ = store.scope(state: \.shownDetail, action: \.detail)?.count }
    log.watch("leaf") { _ = pane().scope(state: \.leaf, action: \.leaf)?.count }
    log.watch("row of a child") { _ = pane().scope(state: \.rows, action: \.rows)[0].count }
    log.watch("leaf of a row") {
      _ = store.scope(state: \.rows, action: \.rows)[id: 1]?.scope(state: \.leaf, action: \.leaf)?.count
    }
    var expected: [String] = []
    func expectTold(_ names: String..., after change: @escaping @Sendable (inout Scripted.State) -> Void) {
      store.send(.change(change))
      expected += names.sorted()
      #expect(log.entries.count == expected.count)
      #expect(log.entries.suffix(names.count).sorted() == names.sorted())
    }
    expectTold { $0.other = 1 }
    expectTold("row of a child") { $0.pane.rows[0].count = 1 }
    expectTold("leaf of a row") { $0.rows[0].leaf?.count = 1 }
    expectTold("leaf") { $0.pane.leaf?.count = 1 }
    expectTold("optional", "computed optional") { $0.detail?.count = 1 }
    expectTold("computed") { $0.count = 2 }
    #expect(store.core.observation?.isObserved == true)
    store.send(.note("looks"))
    #expect(store.core.observation?.children.isEmpty == true)
  }

  @Test func aPresentedChildAndAStack() {
    let store = makeStore(Shelf.State(note: Shelf.Note.State(), path: StackState([Shelf.Note.State()]))) { Shelf() }
    log.watch("note") { _ = store.scope(state: \.$note, action: \.note)?.text }
    log.watch("stack") { _ = store.scope(state: \.path, action: \.path).last?.text }
    store.send(.nothing)
    #expect(log.entries.isEmpty)
    store.send(.note(.presented(.write("a"))))
    #expect(log.entries == ["note"])
    store.scope(state: \.path, action: \.path).last?.send(.write("b"))
    #expect(log.entries == ["note", "stack"])
  }

  @Test func aCaseOfAnEnum() {
    let store = makeStore(Desk.State.note(Shelf.Note.State())) { Desk.body }
    func text() -> String? {
      switch store.case {
      case .note(let store): store.text
      case .other: nil
      }
    }
    log.watch("text") { #expect(text() == "") }
    store.send(.note(.write("a")))
    #expect(log.entries == ["text"])
    #expect(text() == "a")
  }

  @Test func aHeldStoreAndOneThatIsLetGoOf() {
    let store = makeRows(2)
    var row: Store<Scripted.Row, Scripted.RowAction>? = store.scope(state: \.rows, action: \.rows)[1]
    log.watch("held, then not") { _ = row?.count }
    row = nil
    store.send(.note("looks"))
    store.send(.rows(.element(id: 1, action: .add(1))))
    #expect(log.entries == ["held, then not"])
  }

  @Test func nothingIsKeptOfObserversThatHaveBeenTold() {
    let store = makeRows(100)
    let log = log
    for round in 0..<10 {
      let token = Token("\(round)", log)
      withObservationTracking {
        for row in store.scope(state: \.rows, action: \.rows) { _ = row.count }
        _ = store.scope(state: \.pane, action: \.pane).count
      } onChange: {
        withExtendedLifetime(token) {}
      }
      store.send(.rows(.element(id: round, action: .add(1))))
    }
    #expect(log.entries == (0..<10).map { "\($0) gone" })
    store.send(.note("looks"))
    #expect(store.core.observation?.children.isEmpty == true)
    #expect(store.core.observation?.isObserved == false)
  }

  @Test func anObservationDoesNotKeepTheStore() {
    var store: StoreOf<Scripted>? = makeRows(2)
    weak let core = store?.core
    log.watch("never") {
      _ = store?.scope(state: \.pane, action: \.pane).count
      _ = store?.scope(state: \.rows, action: \.rows)[1].count
    }
    store = nil
    #expect(core == nil)
    #expect(log.entries.isEmpty)
  }

  // MARK: What has gone

  @Test func whatWasObservedOfARowThatHasGoneIsGivenBack() {
    let store = makeRows(3)
    let log = log
    for row in store.scope(state: \.rows, action: \.rows) {
      let token = Token("token \(row.id)", log)
      withObservationTracking {
        _ = row.name
      } onChange: {
        log.append("told \(token.name)")
      }
    }
    store.send(.change { $0.rows.remove(id: 1) })
    #expect(log.entries == ["told token 1", "token 1 gone"])
    store.send(.change { $0.rows.removeAll() })
    #expect(Set(log.entries.dropFirst(2)) == ["told token 0", "told token 2", "token 0 gone", "token 2 gone"])
    store.send(.note("looks"))
    #expect(store.core.observation?.children.isEmpty == true)
  }

  /// What it has read is registered only when the closure returns, so it is told of the next removal.
  @Test func aClosureThatRemovesTheRowThatItReadIsToldOfTheNextTime() {
    let store = makeRows(2)
    let row = Scripted.Row(id: 1)
    store.send(.change { $0.rows[id: 1] = row })
    var rowStore = store.scope(state: \.rows, action: \.rows)[id: 1]
    log.watch("row") {
      _ = rowStore?.count
      rowStore = nil
      store.send(.change { $0.rows.remove(id: 1) })
    }
    store.send(.change { $0.rows.append(row) })
    #expect(log.entries.isEmpty)
    store.send(.change { $0.rows.remove(id: 1) })
    #expect(log.entries == ["row"])
  }

  @Test func whatWasObservedOfASheetThatHasGoneIsGivenBack() {
    let store = makeStore(Scripted.State(detail: Scripted.Pane(leaf: Scripted.Leaf()))) { Scripted() }
    let log = log
    var detail = store.scope(state: \.detail, action: \.detail)
    for name in ["a", "b"] {
      let token = Token(name, log)
      withObservationTracking {
        _ = name == "a" ? detail?.count : detail?.scope(state: \.leaf, action: \.leaf)?.count
      } onChange: {
        withExtendedLifetime(token) {}
      }
    }
    store.send(.change { $0.detail = nil })
    // The store is retained, and may get its state back.
    store.send(.note("looks"))
    #expect(log.entries.isEmpty)
    detail = nil
    store.send(.note("looks"))
    #expect(log.entries.sorted() == ["a gone", "b gone"])
    store.send(.note("looks"))
    #expect(store.core.observation?.children.isEmpty == true)
  }

  @Test func aHeldStoreIsToldOfTheReturnOfItsStateThroughAChildThatNobodyHolds() {
    let store = makeStore(Scripted.State(detail: Scripted.Pane(leaf: Scripted.Leaf(count: 1)))) { Scripted() }
    let detail = store.scope(state: \.detail, action: \.detail)
    let leaf = detail?.scope(state: \.leaf, action: \.leaf)
    #expect(leaf != nil)
    log.watch("leaf") { _ = detail?.scope(state: \.leaf, action: \.leaf)?.count }
    store.send(.change { $0.detail = nil })
    store.send(.change { $0.detail = Scripted.Pane(leaf: Scripted.Leaf(count: 2)) })
    #expect(log.entries.first == "leaf")
  }

  // MARK: States and handles

  @Test(.timeLimit(.minutes(10))) func states() async {
    var store: StoreOf<Scripted>? = makeStore(
      Scripted.State(detail: Scripted.Pane(leaf: Scripted.Leaf()), rows: [Scripted.Row(id: 1)])
    ) { Scripted() }
    let panes = store?.scope(state: \.pane, action: \.pane).states.makeAsyncIterator()
    let rows = store?.scope(state: \.rows, action: \.rows)[0].states.makeAsyncIterator()
    let leaves = store?.scope(state: \.detail, action: \.detail)?.scope(state: \.leaf, action: \.leaf)?.states
      .makeAsyncIterator()
    #expect(await panes?.next()?.count == 0)
    #expect(await rows?.next()?.count == 0)
    #expect(await leaves?.next()?.count == 0)
    store?.send(.pane(.add(1)))
    store?.send(.rows(.element(id: 1, action: .add(2))))
    store?.send(.detail(.leaf(.add(3))))
    #expect(await panes?.next()?.count == 1)
    #expect(await rows?.next()?.count == 2)
    #expect(await leaves?.next()?.count == 3)
    store?.send(
      .change { state in
        state.detail = nil
        state.rows = []
      }
    )
    #expect(await rows?.next() == nil)
    #expect(await leaves?.next() == nil)
    store = nil
    #expect(await panes?.next() == nil)
  }

  @Test func handles() async {
    var store: StoreOf<Scripted>? = makeRows(2)
    let pane = store?.scope(state: \.pane, action: \.pane).handle
    let row = store?.scope(state: \.rows, action: \.rows)[1].handle
    await pane?.send(.add(1))
    await row?.send(.add(2))
    #expect(store?.pane.count == 1)
    #expect(store?.rows[id: 1]?.count == 2)
    #expect(await pane?.state(\.count) == 1)
    #expect(await row?.state(\.count) == 2)
    store?.send(.change { $0.rows.remove(id: 1) })
    await withExpectedIssue {
      await row?.send(.add(1))
    } matching: {
      $0.message.contains("A scoped store got an action when its state was gone.")
    }
    #expect(await row?.state(\.count) == nil)
    weak let core = store?.core
    store = nil
    #expect(core == nil)
    await pane?.send(.add(1))
    await row?.send(.add(1))
    #expect(await pane?.state(\.count) == nil)
  }
}

@Reducer private struct Shelf {
  @Reducer struct Note {
    struct State: Equatable { var text = "" }
    enum Action { case write(String) }
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .write(let text) = action { state.text = text }
        return .none
      }
    }
  }

  struct State {
    @Presents var note: Note.State?
    var path = StackState<Note.State>()
  }

  enum Action {
    case note(PresentationAction<Note.Action>)
    case path(StackActionOf<Note>)
    case nothing
  }

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .ifLet(\.$note, action: \.note) { Note() }
      .forEach(\.path, action: \.path) { Note() }
  }
}

@Reducer private enum Desk {
  case note(Shelf.Note)
  case other
}
