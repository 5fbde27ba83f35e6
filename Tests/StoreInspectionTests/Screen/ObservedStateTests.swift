import Observation
import Store
import StoreInspection
import Synchronization
import Testing

// Without `@testable`, like the programs that use it.
@MainActor
@Suite struct ObservedStateTests {
  private final class Telling: Sendable {
    let hasHappened = Atomic(false)
  }

  @Test func theStateOfAStoreIsObserved() {
    let store = Store<Int, Int>(initialState: 1) {
      Reduce { state, action in
        state = action
        return .none
      }
    }
    let state: ObservedState<Int> = ObservedState(store)
    let telling = Telling()
    withObservationTracking {
      #expect(state.magnitude == 1)
    } onChange: {
      telling.hasHappened.store(true, ordering: .relaxed)
    }
    store.send(2)
    let isTold = telling.hasHappened.load(ordering: .relaxed)
    #expect(isTold)
    #expect(state.magnitude == 2)
  }
}
