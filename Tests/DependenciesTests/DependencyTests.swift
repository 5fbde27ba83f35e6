import Foundation
import Synchronization
import Testing

@testable import Dependencies

private let reads = LockIsolated(0)

extension DependencyValues {
  fileprivate var double: Int { number * 2 }
  fileprivate var counted: Int {
    reads.withValue { $0 += 1 }
    return number
  }
}

private struct Feature {
  @Dependency(\.number) var number
  @Dependency(NumberKey.self) var sameNumber
  @Dependency(\.double) var double
  @Dependency(\.date.now) var now

  var numbers: [Int] { [number, sameNumber, double / 2] }
}

@Suite struct DependencyTests {
  @Test func aValueIsThatOfTheScopeInWhichItIsReadAndWhatWasCapturedOutlivesTheScope() {
    let captured = withDependencies({ $0.number = 7 }) { Feature() }
    for (feature, number) in [(Feature(), 3), (captured, 7), (Feature(), 3), (captured, 7)] {
      for _ in 0..<2 {
        #expect(feature.numbers == [number, number, number])
        withDependencies({ $0.number = 8 }) { #expect(feature.numbers == [8, 8, 8]) }
      }
    }
  }

  @Test func aPropertyThatIsOneValueIsReadOnceInItsScope() {
    withDependencies({ $0.number = 7 }) {
      let counted = Dependency(\.counted)
      for _ in 0..<3 { #expect(counted.wrappedValue == 7) }
    }
    #expect(reads.value == 1)
  }

  @Test func computedPropertiesAreEvaluatedForEachRead() {
    let ticks = Atomic(0)
    withDependencies {
      $0.date = DateGenerator { Date(timeIntervalSince1970: Double(ticks.add(1, ordering: .relaxed).newValue)) }
    } operation: {
      let feature = Feature()
      for second in 1...3 { #expect(feature.now == Date(timeIntervalSince1970: Double(second))) }
    }
  }

  @Test func defaultsThatReadOtherDependenciesSeeTheValuesTheyAreReadFrom() {
    enum DerivedKey: DependencyKey {
      static var liveValue: Int { 0 }
      static var testValue: Int {
        @Dependency(\.number) var number
        return number * 10
      }
    }
    let read = withDependencies({ $0.number = 5 }) { Dependency(DerivedKey.self) }
    #expect(read.wrappedValue == 50)
  }

  @Test func classesAndSubclassesHoldDependenciesToo() {
    class Base { @Dependency(\.number) var number }
    final class Derived: Base { let name = "derived" }
    let model = withDependencies({ $0.number = 7 }) { Derived() }
    #expect(withDependencies(from: model) { DependencyValues.current.number } == 7)
  }

  @Test func releasingAReaderReleasesWhatItRemembers() {
    weak var box: Box?
    withDependencyValues(DependencyValues.current.withOwnDefaultValues()) {
      @Dependency(BoxKey.self) var value
      box = value
      #expect(box === value)
    }
    #expect(box == nil)
  }
}
