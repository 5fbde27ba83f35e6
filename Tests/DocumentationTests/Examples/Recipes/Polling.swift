import StoreTesting
import Testing

@Suite struct PollingRecipe {
  enum Progress: Equatable, Sendable {
    case waiting
    case running
    case finished
  }

  // #include Polling.md

  @Test func aFailedRequestDoesNotEndPolling() async {
    struct Offline: Error {}
    let clock = TestClock()
    let requests = LockIsolated(0)
    let store = TestStore(initialState: Build.State(id: 1)) {
      Build()
    } withDependencies: {
      $0.continuousClock = clock
      $0[BuildClient.self].progress = { _ in
        let number = requests.withValue { number in
          number += 1
          return number
        }
        if number == 1 { throw Offline() }
        return .finished
      }
    }
    await store.send(.appeared)
    await clock.advance(by: .seconds(5))
    await store.receive(.progressLoaded(.finished)) { $0.progress = .finished }
  }
}
