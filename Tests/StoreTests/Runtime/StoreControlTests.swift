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
}
