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
    let store = makeStore(Scripted.State(detail: Scripted.Pane(), rows: [Scripted.Row(id: 1)])) { Scripted() }
    _ = (store.count, store.state, store.withState(\.other))
    let detail = store.scope(state: \.detail, action: \.detail)
    _ = (detail?.count, store.scope(state: \.rows, action: \.rows)[0].count)
    log.watch { _ = store.withState(\.count) }
    #expect(store.core.observation == nil && detail?.core.observation == nil)
    #expect(!store.core.runtime.flags.contains(.observed))
    for _ in 1...2 { log.watch { _ = store.count } }
    #expect(store.core.observation?.cells.count == 1)
    // A read of an observed value that is not tracked registers no observer.
    log.watch("other") { _ = store.other }
    store.send(.change { $0.count += 1 })
    _ = store.count
    store.send(.change { $0.count += 1 })
    #expect(log.entries == ["changed", "changed"])
    #expect(store.core.observation?.cells.count == 2)
  }

  // MARK: When observers are told

  /// Logs what `read` reads when observers are told.
  private func logWhenTold(_ box: StoreBox, _ read: @escaping @MainActor @Sendable (StoreOf<Scripted>) -> String) {
    box.store = store
    withObservationTracking {
      _ = (store.count, store.log)
    } onChange: { [log] in
      MainActor.assumeIsolated { log.append(box.store.map(read) ?? "gone") }
    }
  }

  @Test func onceWithTheNewValueWhenTheQueueIsEmpty() {
    let box = StoreBox()
    logWhenTold(box) { "\($0.count)" }
    let add = Scripted.Action.change { $0.count += 1 }
    store.send(.act("three") { _ in .merge(.send(add), .send(add), .send(add)) })
    box.store = nil
    #expect(log.entries == ["3"])
  }

  @Test func observersThatSend() {
    let box = StoreBox()
    logWhenTold(box) {
      $0.send(.change { $0.other = 10 })
      return "sender saw \($0.other)"
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
