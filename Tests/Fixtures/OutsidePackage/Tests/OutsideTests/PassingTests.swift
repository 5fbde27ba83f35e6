import StoreTesting
import Testing
import XCTest

@testable import Outside

@Suite struct PassingTests {
  @Test func counting() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.increment) { $0.count = 1 }
    await store.send(.load) { $0.isLoading = true }
    await clock.advance(by: .milliseconds(10))
    await store.receive(.loaded(42)) {
      $0.isLoading = false
      $0.count = 42
    }
  }

  @MainActor @Test func countingOnTheMainActor() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    store.dependencies.continuousClock = ImmediateClock()
    await store.withExhaustivity(.off) {
      await store.send(.load)
      await store.receive(.loaded(42)) { $0.count = 42 }
    }
  }

  @MainActor @Test func countingInEveryOrder() async {
    var runs = 0
    await exploreSchedules(5) {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      store.dependencies.continuousClock = ImmediateClock()
      await store.send(.load) { $0.isLoading = true }
      await store.receive {
        $0 == .loaded(42)
      } assert: {
        $0.isLoading = false
        $0.count = 42
      }
      runs += 1
    }
    #expect(runs == 5)
  }

  @Test func aSession() async {
    let count = await withDependencies({ $0.continuousClock = ImmediateClock() }, operation: { await Session().run() })
    #expect(count == 42)
  }
}

final class PassingXCTests: XCTestCase {
  func testCounting() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.increment) { $0.count = 1 }
  }
}
