import ComposableArchitecture
import Testing

@MainActor
@Suite struct PerceptionTests {
  @Test func changesOfWhatWasReadAreTold() async {
    let store = Store(initialState: Trivia.State()) { Trivia() }
    let changeCount = LockIsolated(0)
    let count = withPerceptionTracking {
      store.count
    } onChange: {
      changeCount.withValue { $0 += 1 }
    }
    #expect(count == 0)
    store.send(.incrementButtonTapped)
    #expect(changeCount.value == 1)
  }

  @Test func unitsOfTime() {
    #expect(NSEC_PER_SEC == 1_000 * NSEC_PER_MSEC)
    #expect(NSEC_PER_MSEC == 1_000 * NSEC_PER_USEC)
  }
}
