import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite struct StoreLifetimeTests {
  private final class Owned {}

  private let log = Log()

  @Test func theStateIsFreed() {
    weak var owned: Owned?
    do {
      let object = Owned()
      owned = object
      let store = makeStore(object as Owned?, of: Int.self) { _, _ in .none }
      store.send(1)
      #expect(owned != nil)
    }
    #expect(owned == nil)
  }

  @Test func whatTheReducerReplacesIsFreed() {
    weak var owned: Owned?
    let store: Store<Owned?, Int>
    do {
      let object = Owned()
      owned = object
      store = makeStore(object as Owned?, of: Int.self) { state, _ in
        state = nil
        return .none
      }
    }
    #expect(owned != nil)
    store.send(1)
    #expect(owned == nil)
  }

  @Test func observationDoesNotKeepTheStore() {
    weak var core: Core<Scripted.State, Scripted.Action>?
    do {
      let store = makeStore(Scripted.State()) { Scripted() }
      core = store.core
      withObservationTracking {
        _ = store.count
        _ = store.scope(state: \.pane, action: \.pane).count
      } onChange: {
      }
      store.send(.change { $0.other += 1 })
    }
    #expect(core == nil)
  }

  @Test func aScopedStoreKeepsItsParent() async {
    let log = log
    weak var core: Core<Scripted.State, Scripted.Action>?
    do {
      let pane: Store<Scripted.Pane, Scripted.PaneAction>
      do {
        let store = makeStore(Scripted.State()) { Scripted() }
        core = store.core
        store.send(.run("a") { _ in await log.hang("effect") })
        pane = store.scope(state: \.pane, action: \.pane)
      }
      pane.send(.add(2))
      #expect(pane.count == 2)
      #expect(core != nil)
      #expect(log.entries == ["effect started"])
    }
    #expect(core == nil)
    #expect(log.entries == ["effect started", "effect cancelled"])
  }
}
