import Dependencies
import Foundation

/// How a feature is rehearsed.
struct RehearsalPlan {
  /// One date for all, that of the clock, or for each step the first or the last one that it was given.
  enum Dates { case constant, clock, perStep, perStepLast }

  /// Whether all calls are answered when they were, and not at once.
  var holdsAllCalls = false
  var dates = Dates.constant
  /// The date that it begins with.
  var date: Date?
  var uuids: [UUID] = []
  var numbers: [UInt64] = []
  /// Whether calendar, locale and time zone are provided.
  var hasCalendar = false
  var hasLocale = false
  var hasTimeZone = false

  var setsDates: Bool { dates == .perStep || dates == .perStepLast }

  var countsUUIDs: Bool { uuids == (0..<uuids.count).map { UUID($0) } }

  var isSeeded: Bool {
    var generator = SeededRandomNumberGenerator(seed: 0)
    return numbers.allSatisfy { $0 == generator.next() }
  }

  func update(_ values: inout DependencyValues, date: CurrentDate, clock: TestClock<Duration>) {
    if self.date != nil {
      let start = date.value
      values.date =
        dates == .clock
        ? DateGenerator { start.addingTimeInterval(clock.now.offset / .seconds(1)) }
        : DateGenerator { date.value }
    }
    if !uuids.isEmpty {
      let next = Locked(0)
      values.uuid =
        countsUUIDs
        ? .incrementing
        : UUIDGenerator { [uuids] in
          next.withLock { next in
            defer { next += 1 }
            return uuids[next % uuids.count]
          }
        }
    }
    if !numbers.isEmpty {
      values.withRandomNumberGenerator =
        isSeeded
        ? WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 0))
        : WithRandomNumberGenerator(RecordedNumbers(numbers))
    }
    if hasCalendar {
      values.calendar = Calendar(identifier: .gregorian)
      values.calendar.timeZone = .gmt
    }
    if hasLocale { values.locale = Locale(identifier: "en_US_POSIX") }
    if hasTimeZone { values.timeZone = .gmt }
  }
}

/// The date that a rehearsal's generator tells.
final class CurrentDate: Sendable {
  private let date: Locked<Date>

  init(_ date: Date) { self.date = Locked(date) }

  var value: Date {
    get { date.withLock { $0 } }
    set { date.withLock { $0 = newValue } }
  }
}

/// Numbers that were recorded, again and again.
struct RecordedNumbers: RandomNumberGenerator, Sendable {
  private let numbers: [UInt64]
  private var index = 0

  init(_ numbers: [UInt64]) { self.numbers = numbers }

  mutating func next() -> UInt64 {
    defer { index += 1 }
    return numbers[index % numbers.count]
  }
}
