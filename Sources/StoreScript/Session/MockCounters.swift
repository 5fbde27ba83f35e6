import Dependencies
import Foundation

/// Makes the identifiers and random numbers of mock values. They are the same in each run, and can go back to an
/// earlier point.
package final class MockCounters: RandomNumberGenerator, Sendable {
  struct Values: Sendable {
    fileprivate var uuidCount = 0
    fileprivate var randomNumbers = SeededRandomNumberGenerator(seed: DependencyValues.mockSeed)
  }

  private let locked = Locked(Values())

  /// The current point in the sequences of identifiers and random numbers.
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

  package func next() -> UInt64 {
    locked.withLock { $0.randomNumbers.next() }
  }
}
