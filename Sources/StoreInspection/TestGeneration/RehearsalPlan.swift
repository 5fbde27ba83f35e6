import Dependencies
import Foundation

/// How a feature is rehearsed.
struct RehearsalPlan {
  /// The source of the dates: one date, the clock, or the first or the last date that was recorded for each step.
  enum Dates { case constant, clock, perStep, perStepLast }

  /// Whether all calls are answered at their recorded place instead of at once.
  var holdsAllCalls = false
  var dates = Dates.constant
  /// The first date.
  var date: Date?
  var uuids: [UUID] = []
  var numbers: [UInt64] = []
  /// The calendar, the locale and the time zone of the session.
  var localization: Localization?
  /// Whether calendar, locale and time zone are provided.
  var hasCalendar = false
  var hasLocale = false
  var hasTimeZone = false

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  /// The statements of a test that set the calendar, the locale and the time zone, as far as it needs them.
  var localizationSource: [String] {
    let calendar = localization?.calendar ?? Self.calendar
    var lines: [String] = []
    if hasCalendar {
      let plain = Calendar(identifier: calendar.identifier)
      lines.append("$0.calendar = Calendar(identifier: .\(calendar.identifier))")
      lines.append("$0.calendar.timeZone = \(calendar.timeZone.source)")
      // A neutral locale need not be set.
      if let locale = calendar.locale, !["", "en_US_POSIX"].contains(locale.identifier) {
        lines.append("$0.calendar.locale = \(locale.source)")
      }
      if calendar.firstWeekday != plain.firstWeekday {
        lines.append("$0.calendar.firstWeekday = \(calendar.firstWeekday)")
      }
      if calendar.minimumDaysInFirstWeek != plain.minimumDaysInFirstWeek {
        lines.append("$0.calendar.minimumDaysInFirstWeek = \(calendar.minimumDaysInFirstWeek)")
      }
    }
    if hasLocale { lines.append("$0.locale = \((localization?.locale ?? Locale(identifier: "en_US_POSIX")).source)") }
    if hasTimeZone { lines.append("$0.timeZone = \((localization?.timeZone ?? .gmt).source)") }
    return lines
  }

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
    if hasCalendar { values.calendar = localization?.calendar ?? Self.calendar }
    if hasLocale { values.locale = localization?.locale ?? Locale(identifier: "en_US_POSIX") }
    if hasTimeZone { values.timeZone = localization?.timeZone ?? .gmt }
  }
}

/// The current date of a rehearsal.
final class CurrentDate: Sendable {
  private let date: Locked<Date>

  init(_ date: Date) { self.date = Locked(date) }

  var value: Date {
    get { date.withLock { $0 } }
    set { date.withLock { $0 = newValue } }
  }
}

/// Returns recorded numbers in a loop.
struct RecordedNumbers: RandomNumberGenerator, Sendable {
  private let numbers: [UInt64]
  private var index = 0

  init(_ numbers: [UInt64]) { self.numbers = numbers }

  mutating func next() -> UInt64 {
    defer { index += 1 }
    return numbers[index % numbers.count]
  }
}

extension TimeZone {
  fileprivate var source: String {
    self == .gmt ? ".gmt" : "TimeZone(identifier: \(SwiftSource.literal(identifier)))!"
  }
}

extension Locale {
  fileprivate var source: String { "Locale(identifier: \(SwiftSource.literal(identifier)))" }
}
