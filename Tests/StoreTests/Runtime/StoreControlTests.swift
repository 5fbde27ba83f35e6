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
}
