import Foundation
import Testing

@testable import Dependencies

private enum Key<let index: Int>: TestDependencyKey {
  static var testValue: Int { index }
}

extension DefaultValueCache {
  /// Reads a value for which no part is missing.
  fileprivate func value<Key: TestDependencyKey>(of key: Key.Type, _ make: () -> Key.Value) -> Key.Value {
    value(of: key, in: .live) { DefaultValue(value: make()) }.value
  }
}

@Suite struct DefaultValueCacheTests {
  let cache = DefaultValueCache()

  /// Calls a function on another thread, and waits for it.
  private func onAnotherThread(_ body: @escaping @Sendable () -> Int) -> Int {
    let isDone = DispatchSemaphore(value: 0)
    let result = LockIsolated(0)
    Thread.detachNewThread {
      result.setValue(body())
      isDone.signal()
    }
    isDone.wait()
    return result.value
  }

  @Test func aValueIsEvaluatedOnceHoweverManyReadItAtOnce() async {
    let evaluations = Log<Void>()
    let boxes = await withTaskGroup(of: Box.self) { group in
      for _ in 0..<100 {
        group.addTask {
          cache.value(of: BoxKey.self) {
            evaluations.append(())
            return Box()
          }
        }
      }
      return await group.reduce(into: [Box]()) { $0.append($1) }
    }
    #expect(evaluations.all.count == 1)
    #expect(boxes.allSatisfy { $0 === boxes[0] })
  }

  /// The task runs on another thread, which waits, or after the evaluation.
  @Test func aTaskThatAnEvaluationStartsMayReadTheSameValue() async {
    var task: Task<Int, Never>?
    let value = cache.value(of: Key<0>.self) {
      task = Task { cache.value(of: Key<0>.self) { 10 } }
      return 5
    }
    #expect(value == 5)
    #expect(await task?.value == 5)
  }

  /// A thread that evaluates one value keeps no other thread from reading what is there.
  @Test(.timeLimit(.minutes(10))) func cachedValuesAreReadDuringAnEvaluationElsewhere() {
    _ = cache.value(of: Key<1>.self) { 10 }
    let value = cache.value(of: Key<0>.self) {
      onAnotherThread { cache.value(of: Key<1>.self) { 20 } }
    }
    #expect(value == 10)
  }

  /// What one test evaluates keeps no other test waiting.
  @Test(.timeLimit(.minutes(10))) func cachesEvaluateSideBySide() {
    let value = cache.value(of: Key<0>.self) {
      onAnotherThread { DefaultValueCache().value(of: Key<0>.self) { 10 } }
    }
    #expect(value == 10)
  }

  @Test func valuesMayBeOptional() {
    enum NumberKey: TestDependencyKey { static var testValue: Int? { nil } }
    #expect(cache.value(of: NumberKey.self) { nil } == nil)
    #expect(cache.value(of: NumberKey.self) { 1 } == nil)
  }
}
