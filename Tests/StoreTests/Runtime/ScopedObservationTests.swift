import Store
import Dependencies
import Observation
import Testing

@testable import StoreCore

/// Observation through stores that were scoped from another.
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

  @Test func oneObserverOfBoth() {
    let pane = store.scope(state: \.pane, action: \.pane)
    log.watch("changed") {
      _ = pane.count
      _ = store.pane
    }
    pane.send(.add(1))
    #expect(log.entries == ["changed"])
  }

  @Test func presenceOfAnOptionalChild() {
    func read() { _ = store.scope(state: \.detail, action: \.detail) }
    log.watch("came", read)
    store.send(.change { $0.count += 1 })
    #expect(log.entries.isEmpty)
    store.send(.change { $0.detail = Scripted.Pane() })
    #expect(log.entries == ["came"])
    log.watch("went", read)
    store.send(.detail(.add(1)))
    store.send(.change { $0.detail = Scripted.Pane(count: 9) })
    #expect(log.entries == ["came"])
    store.send(.change { $0.detail = nil })
    #expect(log.entries == ["came", "went"])
  }

  @Test func anOptionalChildsField() {
    let store = makeStore(Scripted.State(detail: Scripted.Pane())) { Scripted() }
    let detail = store.scope(state: \.detail, action: \.detail)
    log.watch("count") { _ = detail?.count }
    detail?.send(.leaf(.add(1)))
    #expect(log.entries.isEmpty)
    detail?.send(.add(1))
    #expect(log.entries == ["count"])
  }

  @Test func aGoneChild() {
    let store = makeStore(Scripted.State(detail: Scripted.Pane(count: 1, leaf: Scripted.Leaf(count: 2)))) { Scripted() }
    let detail = store.scope(state: \.detail, action: \.detail)
    let leaf = detail?.scope(state: \.leaf, action: \.leaf)
    log.watch("count") { _ = detail?.count }
    log.watch("leaf") { _ = leaf?.count }
    store.send(.change { $0.detail = nil })
    store.send(.change { $0.count += 1 })
    // The child's last value can still be read, so there is no change to report.
    #expect(log.entries.isEmpty)
    log.watch("gone") {
      #expect(detail?.count == 1)
      #expect(leaf?.count == 2)
    }
    store.send(.change { $0.detail = Scripted.Pane(count: 5, leaf: Scripted.Leaf(count: 2)) })
    #expect(Set(log.entries) == ["count", "gone"])
    #expect(log.entries.count == 2)
    #expect(detail?.count == 5)
  }

  @Test func aChildThatIsFirstObservedWhenItIsGone() {
    let store = makeStore(Scripted.State(detail: Scripted.Pane(count: 1))) { Scripted() }
    let detail = store.scope(state: \.detail, action: \.detail)
    store.send(.change { $0.detail = nil })
    log.watch("back") { #expect(detail?.count == 1) }
    log.watch("presence") { #expect(detail?.scope(state: \.leaf, action: \.leaf) == nil) }
    store.send(.change { $0.detail = Scripted.Pane(count: 3) })
    #expect(log.entries == ["back"])
    #expect(detail?.count == 3)
  }

  @Test func idsOfACollection() {
    let store = makeStore(Scripted.State(rows: [Scripted.Row(id: 1), Scripted.Row(id: 2)])) { Scripted() }
    func read() { _ = store.scope(state: \.rows, action: \.rows) }
    log.watch("added", read)
    store.send(.rows(.element(id: 1, action: .add(1))))
    store.send(.change { $0.rows[id: 2]?.name = "new" })
    #expect(log.entries.isEmpty)
    store.send(.change { $0.rows.append(Scripted.Row(id: 3)) })
    #expect(log.entries == ["added"])
    log.watch("moved", read)
    store.send(.change { $0.rows = IdentifiedArray(uniqueElements: $0.rows.reversed()) })
    #expect(log.entries == ["added", "moved"])
    log.watch("removed", read)
    store.send(.change { $0.rows.remove(id: 2) })
    #expect(log.entries == ["added", "moved", "removed"])
  }

  @Test func oneElementsField() {
    let store = makeStore(
      Scripted.State(rows: [Scripted.Row(id: 1), Scripted.Row(id: 2), Scripted.Row(id: 3)])
    ) { Scripted() }
    let rows = store.scope(state: \.rows, action: \.rows).map { $0 }
    func watchAll() {
      for row in rows { log.watch("count of \(row.withState(\.id))") { _ = row.count } }
      for row in rows { log.watch("name of \(row.withState(\.id))") { _ = row.name } }
    }
    watchAll()
    rows[1].send(.add(1))
    #expect(log.entries == ["count of 2"])
    store.send(.change { $0.rows[id: 3]?.name = "c" })
    #expect(log.entries == ["count of 2", "name of 3"])
    // Moving an element does not change it.
    store.send(.change { $0.rows = IdentifiedArray(uniqueElements: $0.rows.reversed()) })
    #expect(log.entries.count == 2)
    store.send(.change { $0.rows[id: 1]?.count = 4 })
    #expect(log.entries == ["count of 2", "name of 3", "count of 1"])
    // Removing an element does not change it either.
    store.send(.change { $0.rows.removeAll() })
    #expect(log.entries.count == 3)
  }

  @Test func anElementsChild() {
    let store = makeStore(
      Scripted.State(rows: [Scripted.Row(id: 1, leaf: Scripted.Leaf()), Scripted.Row(id: 2, leaf: Scripted.Leaf())])
    ) { Scripted() }
    let rows = store.scope(state: \.rows, action: \.rows).map { $0 }
    let leaf = rows[1].scope(state: \.leaf, action: \.leaf)
    log.watch("leaf") { _ = leaf?.count }
    log.watch("presence") { _ = rows[1].scope(state: \.leaf, action: \.leaf) }
    rows[0].send(.leaf(.add(1)))
    #expect(log.entries.isEmpty)
    leaf?.send(.add(1))
    #expect(log.entries == ["leaf"])
    store.send(.change { $0.rows[id: 2]?.leaf = nil })
    #expect(log.entries == ["leaf", "presence"])
  }

  @Test func throughAComputedProperty() {
    let store = makeStore(Scripted.State(count: 1)) { Scripted() }
    let frame = store.scope(state: \.frame, action: \.pane)
    log.watch("frame") { _ = frame.count }
    store.send(.change { $0.other = 1 })
    frame.send(.add(1))
    #expect(log.entries.isEmpty)
    store.send(.change { $0.count = 2 })
    #expect(log.entries == ["frame"])
  }

  @Test func childrenThatNobodyHoldsOrObservesAreForgotten() {
    for _ in 0..<10 { log.watch("changed") { _ = store.scope(state: \.pane, action: \.pane).count } }
    store.send(.change { $0.count += 1 })
    #expect(log.entries.isEmpty)
    #expect(store.core.observation?.children.count == 10)
    store.send(.pane(.add(1)))
    #expect(log.entries.count == 10)
    store.send(.change { $0.count += 1 })
    #expect(store.core.observation?.children.count == 0)
  }
}
