import Foundation
import Testing

@testable import Dependencies

private enum Key<let index: Int>: TestDependencyKey { static var testValue: Int { index } }

extension DefaultValueCache {
  fileprivate func value<Key: TestDependencyKey>(of key: Key.Type, _ make: () -> Key.Value) -> Key.Value {
    value(of: key, in: .live) { DefaultValue(value: make()) }.value
  }
}

@Suite struct DefaultValueCacheTests {
  let cache = DefaultValueCache()

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

  /// A thread that evaluates one value keeps no other thread from reading what is there, and what one test evaluates
  /// keeps no other test waiting.
  @Test(.timeLimit(.minutes(10)), arguments: [false, true]) func evaluationsKeepNobodyElseWaiting(isOther: Bool) {
    _ = cache.value(of: Key<1>.self) { 10 }
    let value = cache.value(of: Key<0>.self) {
      onAnotherThread {
        isOther ? DefaultValueCache().value(of: Key<0>.self) { 10 } : cache.value(of: Key<1>.self) { 20 }
      }
    }
    #expect(value == 10)
  }

  /// Evaluating the value again is no circle.
  @Test func aCacheForUnknownTestsKeepsNothing() {
    let cache = DefaultValueCache(keepsValues: false)
    for number in 1...2 { #expect(cache.value(of: Key<0>.self) { number } == number) }
    let boxes = onAnotherThread {
      DependencyValues.current[BoxKey.self] === DependencyValues.current[BoxKey.self] ? 1 : 2
    }
    #expect(boxes == 2)
  }

  @Test func valuesMayBeOptional() {
    enum NumberKey: TestDependencyKey { static var testValue: Int? { nil } }
    #expect(cache.value(of: NumberKey.self) { nil } == nil)
    #expect(cache.value(of: NumberKey.self) { 1 } == nil)
  }
}
