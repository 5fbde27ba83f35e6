import Store
import Dependencies
import Observation
import Testing

@testable import StoreCore

@MainActor
@Suite struct ObservationTests {
  private let log = Log()
  private let store = makeStore(Scripted.State()) { Scripted() }

  private func changes() -> Int { log.entries.count }

  @Test func firesOnceWhenTheValueReadHasChanged() {
    log.watch { _ = store.count }
    store.send(.change { $0.other += 1 })
    #expect(changes() == 0)
    store.send(.change { $0.count += 1 })
    #expect(changes() == 1)
    store.send(.change { $0.count += 1 })
    #expect(changes() == 1)
    log.watch { _ = store.count }
    store.send(.change { $0.count += 1 })
    #expect(changes() == 2)
  }

  @Test func equalWritesDoNotFire() {
    let store = makeStore(Scripted.State(count: 1)) { Scripted() }
    log.watch { _ = store.count }
    store.send(.change { $0.count = 1 })
    store.send(
      .act("there and back") { state in
        state.count = 2
        return .send(.change { $0.count = 1 })
      }
    )
    #expect(changes() == 0)
    store.send(.change { $0.count = 2 })
    #expect(changes() == 1)
  }

  @Test func theNewValueIsThereWhenObserversAreTold() {
    let box = StoreBox()
    box.store = store
    let log = log
    withObservationTracking {
      _ = store.count
    } onChange: {
      MainActor.assumeIsolated { log.append("\(box.store?.count ?? -1)") }
    }
    store.send(.change { $0.count = 5 })
    box.store = nil
    #expect(log.entries == ["5"])
  }

  @Test func nestedValues() {
    log.watch("nested") { _ = store.pane.leaf?.count }
    log.watch("deep") { _ = store[dynamicMember: \.pane.count] }
    store.send(.pane(.add(1)))
    // The first observer reads all of `pane`, the second one a property of it.
    #expect(log.entries.sorted() == ["deep", "nested"])
    log.watch("deep again") { _ = store[dynamicMember: \.pane.count] }
    store.send(.change { $0.pane.leaf = Scripted.Leaf() })
    #expect(changes() == 2)
    store.send(.pane(.add(1)))
    #expect(changes() == 3)
  }

  @Test func twoFields() {
    func read() {
      _ = store.count
      _ = store.other
    }
    log.watch { read() }
    store.send(.change { $0.count += 1 })
    #expect(changes() == 1)
    log.watch { read() }
    store.send(.change { $0.other += 1 })
    #expect(changes() == 2)
    log.watch { read() }
    store.send(
      .change { state in
        state.count += 1
        state.other += 1
      }
    )
    #expect(changes() == 3)
  }

  @Test func computedProperties() {
    let store = makeStore(Scripted.State(count: 1, other: 2)) { Scripted() }
    log.watch { _ = store.total }
    store.send(
      .change { state in
        state.count = 2
        state.other = 1
      }
    )
    #expect(changes() == 0)
    store.send(.change { $0.other = 3 })
    #expect(changes() == 1)
  }

  @Test func theWholeState() {
    let store = makeStore(0, of: Int.self) { state, action in
      state = action
      return .none
    }
    log.watch { _ = store.state }
    store.send(0)
    #expect(changes() == 0)
    store.send(1)
    #expect(changes() == 1)
    #expect(store.state == 1)
  }

  @Test func valuesThatCannotBeComparedFireOnEveryAction() {
    struct Opaque { var value = 0 }
    struct State {
      var opaque = Opaque()
      var count = 0
    }
    let store = makeStore(State(), of: Int.self) { state, action in
      state.count = action
      return .none
    }
    log.watch { _ = store.opaque }
    store.send(0)
    #expect(changes() == 1)
    store.send(0)
    #expect(changes() == 1)
    log.watch { _ = store.opaque.value }
    store.send(0)
    #expect(changes() == 2)
    log.watch { _ = store.count }
    store.send(0)
    #expect(changes() == 2)
  }

  @Test func valuesThatTheCompilerCannotSeeToBeEquatableAreCompared() {
    let store = makeStore(1, of: Int.self) { state, action in
      state = action
      return .none
    }
    func read<Value>(_ keyPath: KeyPath<Int, Value>) { _ = store[dynamicMember: keyPath] }
    log.watch { read(\.self) }
    store.send(1)
    #expect(changes() == 0)
    store.send(2)
    #expect(changes() == 1)
  }

  @Test func untrackedReadsRegisterNothing() {
    var state = Scripted.State(detail: Scripted.Pane(), rows: [Scripted.Row(id: 1)])
    state.pane.leaf = Scripted.Leaf()
    let store = makeStore(state) { Scripted() }
    _ = store.count
    _ = store.state
    _ = store.withState(\.other)
    let pane = store.scope(state: \.pane, action: \.pane)
    _ = pane.count
    let detail = store.scope(state: \.detail, action: \.detail)
    _ = detail?.count
    let rows = store.scope(state: \.rows, action: \.rows)
    _ = rows[0].count
    #expect(store.core.observation == nil)
    #expect(pane.core.observation == nil)
    #expect(detail?.core.observation == nil)
    #expect(!store.core.runtime.flags.contains(.observed))
    log.watch { _ = store.withState(\.count) }
    #expect(store.core.observation == nil)
    log.watch { _ = store.count }
    #expect(store.core.observation?.cells.count == 1)
    // A read of an observed value that is not tracked registers no observer.
    log.watch("other") { _ = store.other }
    store.send(.change { $0.count += 1 })
    _ = store.count
    store.send(.change { $0.count += 1 })
    #expect(log.entries == ["changed"])
    #expect(store.core.observation?.cells.count == 2)
  }

  @Test func toldOnceWhenTheQueueIsEmpty() {
    let box = StoreBox()
    box.store = store
    let log = log
    withObservationTracking {
      _ = store.count
      _ = store.log
    } onChange: {
      MainActor.assumeIsolated { log.append("\(box.store?.count ?? -1)") }
    }
    store.send(
      .act("three") { _ in
        .merge(
          .send(.change { $0.count += 1 }),
          .send(.change { $0.count += 1 }),
          .send(.change { $0.count += 1 })
        )
      }
    )
    box.store = nil
    #expect(log.entries == ["3"])
  }

  @Test func observersThatSend() {
    let box = StoreBox()
    box.store = store
    let log = log
    withObservationTracking {
      _ = store.count
    } onChange: {
      MainActor.assumeIsolated {
        box.store?.send(.change { $0.other = 10 })
        log.append("sender saw \(box.store?.other ?? -1)")
      }
    }
    log.watch("other changed") { _ = store.other }
    store.send(.change { $0.count = 1 })
    box.store = nil
    #expect(log.entries == ["sender saw 10", "other changed"])
    #expect(store.total == 11)
  }

  /// Observes the count, and increments it up to four.
  private func climb(_ box: StoreBox) {
    withObservationTracking {
      log.append("\(box.store?.count ?? -1)")
    } onChange: {
      MainActor.assumeIsolated {
        climb(box)
        if let store = box.store, store.count < 4 { store.send(.change { $0.count += 1 }) }
      }
    }
  }

  @Test func observersThatSendAndReadAgain() {
    let box = StoreBox()
    box.store = store
    climb(box)
    store.send(.change { $0.count = 1 })
    box.store = nil
    #expect(log.entries == ["0", "1", "2", "3", "4"])
  }

  @Test func aReaderBetweenAChangeAndItsAnnouncementTakesNothingFromOthers() {
    let box = StoreBox()
    box.store = store
    let log = log
    log.watch("first") { _ = store.count }
    // Effects start after the queue, and before observers are told.
    store.send(
      .act("effect") { state in
        state.count = 1
        return .run { _ in readCount(box, log) }
      }
    )
    #expect(log.entries.first == "second read 1")
    #expect(log.entries.contains("first"))
    store.send(.change { $0.count = 2 })
    box.store = nil
    // Observers of the same value are told together, in any order.
    #expect(log.entries.dropFirst().sorted() == ["first", "second"])
  }

  @Test func twoObserversOfOneValue() {
    log.watch("first") { _ = store.count }
    log.watch("second") { _ = store.count }
    store.send(.change { $0.count = 1 })
    #expect(log.entries.sorted() == ["first", "second"])
    #expect(store.core.observation?.cells.count == 1)
  }

  @Test func anObserverOfManyActionsCostsOneCell() {
    for _ in 0..<100 {
      log.watch { _ = store.count }
      store.send(.change { $0.count += 1 })
    }
    #expect(changes() == 100)
    #expect(store.core.observation?.cells.count == 1)
  }

  @Test func changesOfEffects() async {
    log.watch { _ = store.count }
    await store.send(
      .run("effect") { send in
        await send(.change { $0.other = 1 })
        await send(.change { $0.count = 1 })
        await send(.change { $0.count = 2 })
      }
    ).finish()
    #expect(changes() == 1)
    #expect(store.count == 2)
  }
}

/// Reads the count under observation. Not isolated, so that an effect can call it without a suspension.
private func readCount(_ box: StoreBox, _ log: Log) {
  MainActor.assumeIsolated {
    withObservationTracking {
      log.append("second read \(box.store?.count ?? -1)")
    } onChange: {
      log.append("second")
    }
  }
}
