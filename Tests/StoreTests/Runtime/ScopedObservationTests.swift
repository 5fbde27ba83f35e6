import Dependencies
import Observation
import Store
import Testing

@testable import StoreCore

/// Observation through stores that were scoped from another, whether or not something retains them.
///
/// ``ObservationModelTests`` tries all combinations of the kinds of stores.
@MainActor
@Suite struct ScopedObservationTests {
  private let log = Log()
  private let store = makeStore(Scripted.State()) { Scripted() }

  @Test func aChildAndItsParentAtOnce() {
    let pane = store.scope(state: \.pane, action: \.pane)
    log.watch("child") { _ = pane.count }
    log.watch("parent") { _ = store.pane }
    log.watch("count") { _ = store.count }
    pane.send(.leaf(.add(1)))
    #expect(log.entries.isEmpty)
    pane.send(.add(1))
    #expect(log.entries.sorted() == ["child", "parent"])
    pane.send(.add(1))
    #expect(log.entries.count == 2)
    log.watch("child again") { _ = pane.count }
    store.send(.change { $0.count = 1 })
    #expect(log.entries.last == "count")
    store.send(.change { $0.pane.count = 8 })
    #expect(log.entries.last == "child again")
    #expect(log.entries.count == 4)
  }

  // MARK: Stores that nothing retains

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
    expectNothingIsKept(by: store)
  }

  private func expectNothingIsKept(by store: StoreOf<Scripted>, location: SourceLocation = #_sourceLocation) {
    store.send(.note("looks"))
    #expect(store.core.observation?.children.isEmpty == true, sourceLocation: location)
  }

  /// Observes what a closure reads, and logs when the observer is released.
  private func observe(_ name: String, _ read: () -> Void) {
    let token = EndToken { [log] in log.append("\(name) gone") }
    withObservationTracking(read) { withExtendedLifetime(token) {} }
  }

  @Test func nothingIsKeptOfObserversThatHaveBeenTold() {
    let store = makeRows(100)
    for round in 0..<10 {
      observe("\(round)") {
        for row in store.scope(state: \.rows, action: \.rows) { _ = row.count }
        _ = store.scope(state: \.pane, action: \.pane).count
      }
      store.send(.rows(.element(id: round, action: .add(1))))
    }
    #expect(log.entries == (0..<10).map { "\($0) gone" })
    expectNothingIsKept(by: store)
    #expect(store.core.observation?.isObserved == false)
  }

  @Test func whatWasObservedOfARowThatHasGoneIsGivenBack() {
    let store = makeRows(3)
    for row in store.scope(state: \.rows, action: \.rows) { observe("\(row.id)") { _ = row.name } }
    store.send(.change { $0.rows.remove(id: 1) })
    #expect(log.entries == ["1 gone"])
    store.send(.change { $0.rows.removeAll() })
    #expect(log.entries.sorted() == ["0 gone", "1 gone", "2 gone"])
    expectNothingIsKept(by: store)
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
    var detail = store.scope(state: \.detail, action: \.detail)
    observe("a") { _ = detail?.count }
    observe("b") { _ = detail?.scope(state: \.leaf, action: \.leaf)?.count }
    store.send(.change { $0.detail = nil })
    // The store is retained, and may get its state back.
    store.send(.note("looks"))
    #expect(log.entries.isEmpty)
    detail = nil
    store.send(.note("looks"))
    #expect(log.entries.sorted() == ["a gone", "b gone"])
    expectNothingIsKept(by: store)
  }
}
