import Foundation
import Testing

@testable import Dependencies

private final class Box: Sendable {}

private enum BoxKey: TestDependencyKey {
  static var testValue: Box { Box() }
}

private enum Key<let index: Int>: TestDependencyKey {
  static var testValue: Int { index }
}

extension DefaultValueCache {
  /// Reads a value for which no part is missing.
  fileprivate func value<Key: TestDependencyKey>(
    of key: Key.Type,
    in context: DependencyContext,
    _ make: () -> Key.Value
  ) -> Key.Value {
    value(of: key, in: context) { DefaultValue(value: make()) }.value
  }
}

extension DefaultValueCache {
  /// The cached value, unless it is a substitute.
  fileprivate func cachedValue<Key: TestDependencyKey>(of key: Key.Type, in context: DependencyContext) -> Key.Value? {
    (node(of: ObjectIdentifier(key), in: context) as? DependencyValueNode<Key.Value>)?.value
  }
}

@Suite struct DefaultValueCacheTests {
  @Test func aValueIsEvaluatedOnceHoweverManyReadItAtOnce() async {
    let cache = DefaultValueCache()
    let evaluations = Log<Void>()
    let boxes = await withTaskGroup(of: Box.self) { group in
      for _ in 0..<100 {
        group.addTask {
          cache.value(of: BoxKey.self, in: .live) {
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

  @Test func contextsAndKeysAreApart() {
    let cache = DefaultValueCache()
    for (context, number) in [(DependencyContext.live, 1), (.mock, 2), (.test, 3)] {
      #expect(cache.value(of: Key<0>.self, in: context) { number } == number)
      #expect(cache.value(of: Key<1>.self, in: context) { number * 10 } == number * 10)
    }
    for (context, number) in [(DependencyContext.live, 1), (.mock, 2), (.test, 3)] {
      #expect(cache.cachedValue(of: Key<0>.self, in: context) == number)
      #expect(cache.cachedValue(of: Key<1>.self, in: context) == number * 10)
      #expect(cache.cachedValue(of: Key<2>.self, in: context) == nil)
    }
    #expect(cache.contains(ObjectIdentifier(Key<1>.self)))
    #expect(!cache.contains(ObjectIdentifier(Key<2>.self)))
  }

  @Test func whatStandsInForAValueIsKeptAndStaysMarked() {
    let cache = DefaultValueCache()
    let missing = MissingValue(context: .mock, key: DescribedKey(Key<0>.self), substitute: .test)
    for _ in 0..<2 {
      let value = cache.value(of: Key<0>.self, in: .mock) { DefaultValue(value: 5, missing: missing) }
      #expect(value.value == 5)
      #expect(value.missing?.substitute == .test)
      #expect(cache.cachedValue(of: Key<0>.self, in: .mock) == nil)
    }
    #expect(cache.contains(ObjectIdentifier(Key<0>.self)))
    #expect(cache.value(of: Key<0>.self, in: .test) { 6 } == 6)
  }

  @Test func evaluatingMayReadOtherValues() {
    let cache = DefaultValueCache()
    let value = cache.value(of: Key<0>.self, in: .live) {
      5 + cache.value(of: Key<1>.self, in: .live) { 10 } + cache.value(of: Key<0>.self, in: .mock) { 100 }
    }
    #expect(value == 115)
    #expect(cache.cachedValue(of: Key<1>.self, in: .live) == 10)
  }

  /// The task runs on another thread, which waits, or after the evaluation.
  @Test func aTaskThatAnEvaluationStartsMayReadTheSameValue() async {
    let cache = DefaultValueCache()
    var task: Task<Int, Never>?
    let value = cache.value(of: Key<0>.self, in: .live) {
      task = Task { cache.value(of: Key<0>.self, in: .live) { 10 } }
      return 5
    }
    #expect(value == 5)
    #expect(await task?.value == 5)
  }

  /// A thread that evaluates one value keeps no other thread from reading what is there.
  @Test(.timeLimit(.minutes(10))) func cachedValuesAreReadDuringAnEvaluationElsewhere() {
    let cache = DefaultValueCache()
    _ = cache.value(of: Key<1>.self, in: .live) { 10 }
    let value = cache.value(of: Key<0>.self, in: .live) {
      let isDone = DispatchSemaphore(value: 0)
      let read = LockIsolated(0)
      Thread.detachNewThread {
        let value = cache.value(of: Key<1>.self, in: .live) { 20 }
        read.setValue(value)
        isDone.signal()
      }
      isDone.wait()
      return read.value
    }
    #expect(value == 10)
  }

  /// What one test evaluates keeps no other test waiting.
  @Test(.timeLimit(.minutes(10))) func cachesEvaluateSideBySide() {
    let value = DefaultValueCache().value(of: Key<0>.self, in: .live) {
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = DefaultValueCache().value(of: Key<0>.self, in: .live) { 10 }
        isDone.signal()
      }
      isDone.wait()
      return 5
    }
    #expect(value == 5)
  }

  @Test func valuesMayBeOptional() {
    enum NumberKey: TestDependencyKey { static var testValue: Int? { nil } }
    let cache = DefaultValueCache()
    #expect(cache.value(of: NumberKey.self, in: .test) { nil } == nil)
    #expect(cache.value(of: NumberKey.self, in: .test) { 1 } == nil)
    #expect(cache.cachedValue(of: NumberKey.self, in: .test) == .some(nil))
    #expect(cache.cachedValue(of: NumberKey.self, in: .live) == nil)
  }

  @Test func aCacheForUnknownTestsKeepsNothing() {
    let cache = DefaultValueCache(keepsValues: false)
    for number in 1...2 { #expect(cache.value(of: Key<0>.self, in: .test) { number } == number) }
    #expect(!cache.contains(ObjectIdentifier(Key<0>.self)))
  }

  @Test func releasingTheCacheReleasesItsValues() {
    weak var box: Box?
    do {
      let cache = DefaultValueCache()
      box = cache.value(of: BoxKey.self, in: .live) { Box() }
      #expect(box != nil)
      withExtendedLifetime(cache) {}
    }
    #expect(box == nil)
  }
}
