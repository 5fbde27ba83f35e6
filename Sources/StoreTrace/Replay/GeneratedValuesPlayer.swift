import Dependencies
import Foundation

/// Gives reductions the dates, UUIDs and random numbers that were recorded for them.
package final class GeneratedValuesPlayer: Sendable {
  package init() {}

  private let values = Locked((dates: [Date](), uuids: [UUID](), numbers: [UInt64]()))

  /// Sets the values for the next reduction.
  package func load(_ next: GeneratedValues) {
    values.withLock { values in
      values = (next.dates.reversed(), next.uuids.reversed(), next.numbers.reversed())
    }
  }

  /// Replaces the generators. A reduction that requests more values than were recorded gets these from the generators.
  package func replace(_ dependencies: inout DependencyValues) {
    let (date, uuid, random) = (dependencies.date, dependencies.uuid, dependencies.withRandomNumberGenerator)
    dependencies.date = DateGenerator { [self] in values.withLock { $0.dates.popLast() } ?? date() }
    dependencies.uuid = UUIDGenerator { [self] in values.withLock { $0.uuids.popLast() } ?? uuid() }
    dependencies.withRandomNumberGenerator = WithRandomNumberGenerator(Generator(player: self, base: random))
  }

  private struct Generator: RandomNumberGenerator {
    let player: GeneratedValuesPlayer
    let base: WithRandomNumberGenerator

    func next() -> UInt64 {
      player.values.withLock { $0.numbers.popLast() } ?? base { $0.next() }
    }
  }
}
