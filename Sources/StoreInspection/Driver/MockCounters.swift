import Dependencies
import Foundation

/// Makes identifiers and random numbers on mock values, the same in each run, and can go back.
final class MockCounters: RandomNumberGenerator, Sendable {
  struct Values: Sendable {
    fileprivate var uuidCount = 0
    fileprivate var randomNumbers = SeededRandomNumberGenerator(seed: DependencyValues.mockSeed)
  }

  private let locked = Locked(Values())

  /// How far they have come.
  var values: Values {
    get { locked.withLock { $0 } }
    set { locked.withLock { $0 = newValue } }
  }

  func nextUUID() -> UUID {
    locked.withLock { values in
      defer { values.uuidCount += 1 }
      return UUID(values.uuidCount)
    }
  }

  func next() -> UInt64 {
    locked.withLock { $0.randomNumbers.next() }
  }
}
