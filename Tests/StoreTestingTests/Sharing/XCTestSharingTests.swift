import StoreTesting
import XCTest

/// Each test of XCTest has shared values, and values of dependencies, of its own. The tests do the same, so that they
/// can run in any order.
final class XCTestSharingTests: XCTestCase {
  private enum CountKey: TestDependencyKey {
    static var testValue: LockIsolated<Int> { LockIsolated(0) }
  }

  private struct State: Equatable {
    @Shared(.fileStorage(URL(filePath: "/XCTestSharingTests"))) var numbers: [Int] = []
    @Shared(.appStorage("XCTestSharingTests")) var number = 0
  }

  @MainActor private func expectsFreshValues() async {
    @Shared(.inMemory("XCTestSharingTests")) var count = 0
    XCTAssertEqual(count, 0)
    $count.withLock { $0 += 1 }
    // In the same test the values stay.
    @Shared(.inMemory("XCTestSharingTests")) var same = 0
    XCTAssertEqual(same, 1)
    await Task.detached {
      @Shared(.inMemory("XCTestSharingTests")) var same = 0
      XCTAssertEqual(same, 1)
    }.value
    let store = TestStore(initialState: State(numbers: [1, 2])) {
      Reduce<State, Int> { state, number in
        state.$numbers.withLock { _ = $0.remove(at: number) }
        state.$number.withLock { $0 += 1 }
        return .none
      }
    }
    await store.send(1) {
      $0.$numbers.withLock { $0 = [1] }
      $0.$number.withLock { $0 = 1 }
    }
    let dependency = Dependency(CountKey.self).wrappedValue
    XCTAssertEqual(dependency.value, 0)
    dependency.withValue { $0 += 1 }
  }

  @MainActor func testOneTest() async { await expectsFreshValues() }

  @MainActor func testAnotherTest() async { await expectsFreshValues() }

  @MainActor func testAThirdTest() async { await expectsFreshValues() }
}
