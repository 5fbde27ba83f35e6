import Dependencies
import Foundation

extension DependencyValues {
  /// Replaces the generators of dates, UUIDs and random numbers by functions, which get the previous generators.
  package mutating func wrapGenerators(
    date: @escaping @Sendable (_ previous: () -> Date) -> Date,
    uuid: @escaping @Sendable (_ previous: () -> UUID) -> UUID,
    number: @escaping @Sendable (_ previous: () -> UInt64) -> UInt64
  ) {
    let (dates, uuids, numbers) = (self.date, self.uuid, withRandomNumberGenerator)
    self.date = DateGenerator { date { dates() } }
    self.uuid = UUIDGenerator { uuid { uuids() } }
    withRandomNumberGenerator = WithRandomNumberGenerator(WrappedGenerator { number { numbers { $0.next() } } })
  }
}

private struct WrappedGenerator: RandomNumberGenerator, Sendable {
  let number: @Sendable () -> UInt64

  init(_ number: @escaping @Sendable () -> UInt64) { self.number = number }

  func next() -> UInt64 { number() }
}
