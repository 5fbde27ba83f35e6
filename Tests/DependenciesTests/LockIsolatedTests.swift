import Dependencies
import Foundation
import Testing

@Suite struct LockIsolatedTests {
  @Test func changesFromManyTasksAddUp() async {
    let count = LockIsolated(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<1_000 {
        group.addTask {
          count.withValue {
            let before = $0
            // Other threads would change it now if they could.
            sched_yield()
            $0 = before + 1
          }
        }
      }
    }
    #expect(count.value == 1_000)
  }

  @Test func partsAreReadAndTheWholeIsReplaced() {
    let names = LockIsolated(["a"])
    names.setValue(["a", "b"])
    #expect(names.value == ["a", "b"])
    #expect(names.withValue { $0.removeLast() } == "b")
    #expect(names.count == 1)
    // Whoever changes the value reads the one from before, and what was changed stays if an error is thrown.
    #expect(throws: Failure.self) {
      try names.withValue {
        $0.append("c")
        #expect(names.value == ["a"])
        throw Failure()
      }
    }
    #expect(names.value == ["a", "c"])
  }

  /// Released on another thread, so that the test would hang if the lock were still held.
  @Test(.timeLimit(.minutes(10))) func whatIsReplacedIsReleasedAfterTheLock() {
    final class Token: Sendable {
      let onRelease: @Sendable () -> Void
      init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
    }
    let counts = LockIsolated<[Int]>([])
    let isNil = LockIsolated<Token?>(nil)
    let read: @Sendable () -> Void = {
      let count = onAnotherThread { isNil.value == nil ? 0 : 1 }
      counts.withValue { $0.append(count) }
    }
    isNil.setValue(Token(read))
    isNil.setValue(nil)
    isNil.setValue(Token(read))
    isNil.withValue { $0 = Token(read) }
    isNil.withValue { $0 = nil }
    #expect(counts.value == [0, 1, 0])
  }

  #if os(Linux) || os(macOS)
    @Test func changingItWithinAChangeStopsTheProgram() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let names = LockIsolated(["a"])
        names.withValue { _ in names.setValue(["b"]) }
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains("A LockIsolated value was changed while \"withValue\" was changing it."), "\(output)")
    }
  #endif
}
