import Testing

@testable import Dependencies

private final class Box: Sendable {}

private enum BoxKey: TestDependencyKey {
  static var testValue: Box { Box() }
}

private enum Key<let index: Int>: TestDependencyKey {
  static var testValue: Int { index }
}

private enum TypedKey<T>: TestDependencyKey {
  static var testValue: String { "" }
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
            return (Box(), true)
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
      #expect(cache.value(of: Key<0>.self, in: context) { (number, true) } == number)
      #expect(cache.value(of: Key<1>.self, in: context) { (number * 10, true) } == number * 10)
    }
    for (context, number) in [(DependencyContext.live, 1), (.mock, 2), (.test, 3)] {
      #expect(cache.cachedValue(of: Key<0>.self, in: context) == number)
      #expect(cache.cachedValue(of: Key<1>.self, in: context) == number * 10)
      #expect(cache.cachedValue(of: Key<2>.self, in: context) == nil)
    }
    #expect(cache.contains(ObjectIdentifier(Key<1>.self)))
    #expect(!cache.contains(ObjectIdentifier(Key<2>.self)))
  }

  @Test func whatIsNotFinalIsEvaluatedAgain() {
    let cache = DefaultValueCache()
    #expect(cache.value(of: Key<0>.self, in: .live) { (1, false) } == 1)
    #expect(cache.value(of: Key<0>.self, in: .live) { (2, true) } == 2)
    #expect(cache.value(of: Key<0>.self, in: .live) { (3, true) } == 2)
  }

  @Test func evaluatingMayReadOtherValuesAndItself() {
    let cache = DefaultValueCache()
    let value = cache.value(of: Key<0>.self, in: .live) {
      let inner = cache.value(of: Key<0>.self, in: .live) { (5, true) }
      let other = cache.value(of: Key<1>.self, in: .live) { (10, true) }
      return (inner + other, true)
    }
    #expect(value == 5)
    #expect(cache.cachedValue(of: Key<1>.self, in: .live) == 10)
  }

  /// More keys than lists, so that every list holds several.
  @Test func manyKeysShareTheLists() {
    let cache = DefaultValueCache()
    func nested<each T>(_ type: repeat (each T).Type) {
      repeat fill((each T).self)
    }
    func fill<T>(_ type: T.Type) {
      #expect(cache.value(of: TypedKey<T>.self, in: .live) { ("\(T.self)", true) } == "\(T.self)")
      #expect(cache.value(of: TypedKey<[T]>.self, in: .live) { ("\([T].self)", true) } == "\([T].self)")
      #expect(cache.value(of: TypedKey<T?>.self, in: .live) { ("\(T?.self)", true) } == "\(T?.self)")
      #expect(cache.value(of: TypedKey<[T?]>.self, in: .live) { ("\([T?].self)", true) } == "\([T?].self)")
    }
    for _ in 0..<2 {
      nested(
        Int.self,
        Int8.self,
        Int16.self,
        Int32.self,
        Int64.self,
        UInt.self,
        UInt8.self,
        UInt16.self,
        UInt32.self,
        UInt64.self,
        Float.self,
        Double.self,
        String.self,
        Substring.self,
        Character.self,
        Bool.self,
        Duration.self,
        Never.self,
        Unicode.Scalar.self,
        ObjectIdentifier.self
      )
    }
  }

  @Test func releasingTheCacheReleasesItsValues() {
    weak var box: Box?
    do {
      let cache = DefaultValueCache()
      box = cache.value(of: BoxKey.self, in: .live) { (Box(), true) }
      #expect(box != nil)
      withExtendedLifetime(cache) {}
    }
    #expect(box == nil)
  }
}
