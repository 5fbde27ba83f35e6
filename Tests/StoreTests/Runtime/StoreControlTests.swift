import Observation
import Store
import Testing

@testable import StoreCore

/// What live tools do with a store.
@MainActor
@Suite struct StoreControlTests {
  @Test func observersAreToldOfWhatIsRestoredAndOfWhatIsRedone() {
    let store = makeStore(1, .immediate, of: Int.self) { state, amount in
      state += amount
      return .none
    }
    let log = Log()
    func expectNotification(_ name: String, state: Int, _ change: () -> Void) {
      withObservationTracking {
        _ = store.state
      } onChange: {
        log.append(name)
      }
      change()
      #expect(log.entries.last == name && store.state == state)
    }
    expectNotification("restored", state: 0) { store.restore(0, step: 0, cancellingEffects: true) }
    expectNotification("redone", state: 5) { store.redo(5) }
  }

  @Test func inspectorsAreToldOfWhatIsRestored() {
    let store = makeStore(1, .immediate, of: Int.self) { _, _ in .none }
    var steps: [String] = []
    store.inspect(
      with: Inspector { step in
        if case .restored(let number, let before, let after) = step { steps.append("\(number): \(before) -> \(after)") }
      }
    )
    store.restore(0, step: 3, cancellingEffects: true)
    #expect(steps == ["3: 1 -> 0"])
  }

  @Test func onlyWhatIsAskedForIsCancelled() {
    let office = RunningOffice(Office(), Office.State(optional: Job.State(id: 1)))
    let (store, before) = (office.store, office.store.state)
    office.send(.optional(.start("work")))
    store.redo(.optional(.start("never")))
    #expect(office.running == ["work"], "the effects of what is redone are discarded")
    store.restore(before, step: 0, cancellingEffects: false)
    #expect(office.running == ["work"])
    store.restore(before, step: 0, cancellingEffects: true)
    #expect(office.running == [])
    office.send(.optional(.start("more work")))
    store.redo(.change { $0.optional = nil })
    #expect(office.running == [], "the effects of a removed child are cancelled")
  }

  @Test func nothingIsRestoredOrRedoneWhileSomebodyReads() {
    let store = makeStore(1, of: Int.self) { state, amount in
      state += amount
      return .none
    }
    store.withState { _ in
      store.restore(0, step: 0, cancellingEffects: true)
      store.redo(5)
    }
    #expect(store.state == 1)
  }

  /// They do not begin with the next action either.
  @Test func featuresThatBeginWithARestoredStateStartNoEffects() {
    let log = Log()
    func note(_ entry: String) -> Effect<Never> { .run { _ in log.append(entry) } }
    let store = makeStore(Int?.some(1)) {
      Changer<Int?, Never>().ifLet(\.self, action: \.child) {
        EmptyReducer<Int, Never>().onMount { note("begins with \($0)") }.onDismount { note("ends with \($0)") }
      }
    }
    #expect(log.entries == ["begins with 1"])
    for state in [nil, 2] {
      store.restore(state, step: 0, cancellingEffects: true)
      store.send(.change { _ in })
    }
    #expect(log.entries == ["begins with 1"])
    store.send(.change { $0 = nil })
    #expect(log.entries == ["begins with 1", "ends with 2"])
  }

  @Test func aRestoredSharedValueIsNoStepOfItsOwn() async {
    let store = makeStore(PlacedLeaf.State()) { PlacedLeaf() }
    let before = store.stateSnapshot
    var count = 0
    store.inspect(with: Inspector { if case .sharedStateChanged = $0 { count += 1 } })
    store.send(.edit(3))
    store.restore(before, step: 0, cancellingEffects: true)
    // After what the store was told of the shared value.
    await store.handle.send(.edit(0))
    #expect(store.total == before.total && count == 0)
  }

  @Test func aLockThatIsSetBetweenTwoActionsKeepsTheSecondOneWaiting() {
    let store = makeStore(Scripted.State()) { Scripted() }
    let token = store.inspect(
      with: Inspector { [weak store] step in if case .reduced = step { store?.isLocked = true } }
    )
    store.send(.act("first") { _ in .send(.note("second")) })
    #expect(store.log == ["first"])
    token.cancel()
    store.isLocked = false
    #expect(store.log == ["first", "second"])
  }
}
