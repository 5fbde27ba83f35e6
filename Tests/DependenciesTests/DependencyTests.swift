import Foundation
import Synchronization
import Testing

@testable import Dependencies

private enum NumberKey: DependencyKey {
  static let liveValue = 1
  static let testValue = 3
}

private enum OtherKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

extension DependencyValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  fileprivate var other: String {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
  fileprivate var sum: Int { number + other.count }
}

private struct Feature {
  @Dependency(\.number) var number
  @Dependency(NumberKey.self) var sameNumber
  @Dependency(\.sum) var sum
  @Dependency(\.date.now) var now
}

@Suite struct DependencyTests {
  @Test func keyPathAndKeyReadTheSame() {
    let feature = Feature()
    #expect(feature.number == 3)
    #expect(feature.sameNumber == 3)
    withDependencies {
      $0.number = 7
    } operation: {
      #expect(feature.number == 7)
      #expect(feature.sameNumber == 7)
    }
    #expect(feature.number == 3)
    #expect(feature.sameNumber == 3)
  }

  @Test func whatWasCapturedOutlivesTheScope() {
    let feature = withDependencies {
      $0.number = 7
      $0.other = "captured"
    } operation: {
      Feature()
    }
    #expect(feature.number == 7)
    #expect(feature.sum == 15)
    withDependencies {
      $0.number = 8
    } operation: {
      #expect(feature.number == 8)
      #expect(feature.sum == 16)
    }
    #expect(feature.number == 7)
  }

  @Test func readingAgainUnderTheSameOverridesGivesTheSameValue() {
    withDependencies {
      $0.number = 7
    } operation: {
      let feature = Feature()
      for _ in 0..<3 {
        #expect(feature.number == 7)
        #expect(feature.sameNumber == 7)
        withDependencies {
          $0.number = 9
        } operation: {
          #expect(feature.number == 9)
        }
      }
    }
  }

  @Test func aValueIsRememberedAndNotLookedUpAgain() {
    withDependencies {
      $0.number = 7
    } operation: {
      let number = Dependency(\.number)
      let reader = number.reader
      #expect(reader.result.load(ordering: .relaxed) == nil)
      #expect(number.wrappedValue == 7)
      #expect(reader.result.load(ordering: .relaxed) != nil)
      #expect(reader.isSettled)
    }
  }

  @Test func computedPropertiesAreEvaluatedForEachRead() {
    let ticks = Atomic(0)
    withDependencies {
      $0.date = DateGenerator {
        Date(timeIntervalSince1970: Double(ticks.add(1, ordering: .relaxed).newValue))
      }
    } operation: {
      let feature = Feature()
      #expect(feature.now == Date(timeIntervalSince1970: 1))
      #expect(feature.now == Date(timeIntervalSince1970: 2))
      #expect(feature.now == Date(timeIntervalSince1970: 3))
    }
  }

  @Test func computedPropertiesSeeOverridesOfWhatTheyAreComputedFrom() {
    let feature = Feature()
    #expect(feature.sum == 7)
    withDependencies {
      $0.other = "longer"
    } operation: {
      #expect(feature.sum == 9)
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
    let read = withDependencies {
      $0.number = 5
    } operation: {
      Dependency(DerivedKey.self)
    }
    #expect(read.wrappedValue == 50)
  }

  @Test func classesAndSubclassesHoldDependenciesToo() {
    class Base { @Dependency(\.number) var number }
    final class Derived: Base { let name = "derived" }
    let model = withDependencies {
      $0.number = 7
    } operation: {
      Derived()
    }
    withDependencies(from: model) {
      @Dependency(\.number) var number
      #expect(number == 7)
    }
  }

  @Test func releasingAReaderReleasesWhatItRemembers() {
    final class Box: Sendable {}
    enum BoxKey: TestDependencyKey { static var testValue: Box { Box() } }
    weak var box: Box?
    do {
      withDependencyValues(DependencyValues.current.withOwnDefaultValues()) {
        @Dependency(BoxKey.self) var value
        box = value
        #expect(box === value)
        #expect(box === value)
      }
    }
    #expect(box == nil)
  }
}
