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
    dependencies.wrapGenerators(
      date: { [self] previous in values.withLock { $0.dates.popLast() } ?? previous() },
      uuid: { [self] previous in values.withLock { $0.uuids.popLast() } ?? previous() },
      number: { [self] previous in values.withLock { $0.numbers.popLast() } ?? previous() }
    )
  }
}
