import Observation
import Store
import Testing

@testable import StoreCore

/// Observers whose closures change a value that they have read. As with any observable, they miss this change, but no
/// further one.
@MainActor
@Suite struct ChangingObserverTests {
  private let log = Log()

  /// Observes a store, makes a change while observing, which must not be announced, and then two more changes, of which
  /// only the first must be announced.
  private func expectTold(
    _ state: Scripted.State = Scripted.State(),
    read: (StoreOf<Scripted>) -> Void,
    first: @escaping @Sendable (inout Scripted.State) -> Void,
    second: @escaping @Sendable (inout Scripted.State) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let store = makeStore(state) { Scripted() }
    for name in ["first", "second"] {
      let toldBefore = log.entries.count
      log.watch(name) {
        read(store)
        store.send(.change(first))
      }
      store.send(.change { $0.other += 1 })
      #expect(log.entries.count == toldBefore, sourceLocation: sourceLocation)
      store.send(.change(second))
      #expect(log.entries.count == toldBefore + 1, sourceLocation: sourceLocation)
      store.send(.change(first))
      #expect(log.entries.count == toldBefore + 1, sourceLocation: sourceLocation)
      store.send(.change { $0 = state })
    }
  }

  @Test func aValue() {
    expectTold {
      _ = $0.count
    } first: {
      $0.count = 1
    } second: {
      $0.count = 2
    }
  }

  @Test func aValueThatComesBack() {
    expectTold {
      _ = $0.count
    } first: {
      $0.count = 1
    } second: {
      $0.count = 0
    }
  }

  @Test func presence() {
    expectTold {
      _ = $0.scope(state: \.detail, action: \.detail)
    } first: {
      $0.detail = Scripted.Pane()
    } second: {
      $0.detail = nil
    }
  }

  @Test func ids() {
    expectTold {
      _ = $0.scope(state: \.rows, action: \.rows)
    } first: {
      $0.rows = [Scripted.Row(id: 1)]
    } second: {
      $0.rows = [Scripted.Row(id: 2)]
    }
  }

  @Test func aValueOfAChild() {
    expectTold {
      _ = $0.scope(state: \.pane, action: \.pane).count
    } first: {
      $0.pane.count = 1
    } second: {
      $0.pane.count = 2
    }
  }

  @Test func aValueOfARow() {
    expectTold(Scripted.State(rows: [Scripted.Row(id: 1)])) {
      _ = $0.scope(state: \.rows, action: \.rows)[0].count
    } first: {
      $0.rows[id: 1]?.count = 1
    } second: {
      $0.rows[id: 1]?.count = 2
    }
  }

  @Test func aChildThatGoesAndComesBackMeanwhile() {
    let store = makeStore(Scripted.State(detail: Scripted.Pane())) { Scripted() }
    log.watch("told") {
      _ = store.scope(state: \.detail, action: \.detail)?.count
      store.send(.change { $0.detail = nil })
      store.send(.change { $0.detail = Scripted.Pane() })
    }
    store.send(.change { $0.detail?.count = 1 })
    #expect(log.entries == ["told"])
  }

  @Test func nestedObservers() {
    let store = makeStore(Scripted.State()) { Scripted() }
    log.watch("outer") {
      log.watch("inner") { _ = store.count }
      store.send(.change { $0.count = 1 })
      #expect(log.entries == ["inner"])
    }
    store.send(.change { $0.count = 2 })
    #expect(log.entries == ["inner", "outer"])
  }

  @Test func theCodeThatGoesOnWithAnyOtherObservable() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let log = log
    let token = observe {
      let count = store.count
      log.append("\(count)")
      if count == 0 { store.send(.change { $0.count += 1 }) }
    }
    #expect(log.entries == ["0"])
    store.send(.change { $0.count += 1 })
    await log.wait(for: "2")
    store.send(.change { $0.count += 1 })
    await log.wait(for: "3")
    #expect(log.entries == ["0", "2", "3"])
    withExtendedLifetime(token) {}
  }
}
