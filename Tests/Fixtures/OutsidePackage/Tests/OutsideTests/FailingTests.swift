import StoreTesting
import Testing
import XCTest

@testable import Outside

// These have to fail, at the lines marked so. `scripts/test-outside-package` sees to it.

@Suite struct FailingTests {
  @Test func countingWrong() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.increment) { $0.count = 2 }  // fails with Swift Testing
  }
}

final class FailingXCTests: XCTestCase {
  func testCountingWrong() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.increment) { $0.count = 2 }  // fails with XCTest
  }
}
