import Dependencies
import Foundation
import Store

/// How a feature is rehearsed.
struct RehearsalPlan {
  /// The source of the dates: one date, the clock, or the first or the last date that was recorded for each step.
  enum Dates { case constant, clock, perStep, perStepLast }

  /// A dependency that a test overrides if the feature reads it.
  enum Provided: CaseIterable {
    case date, uuid, randomNumbers, calendar, locale, timeZone

    /// What the issue contains that is reported if the dependency has no value.
    fileprivate var mark: String {
      switch self {
      case .date: "\\.date"
      case .uuid: "\\.uuid"
      case .randomNumbers: "\\.withRandomNumberGenerator"
      case .calendar: "CalendarKey"
      case .locale: "LocaleKey"
      case .timeZone: "TimeZoneKey"
      }
    }
  }

  /// Whether all calls are answered at their recorded place instead of at once.
  var holdsAllCalls = false
  var dates = Dates.constant
  /// The first date.
  var date = DependencyValues.mockStart
  let uuids: [UUID]
  private let numbers: [UInt64]
  /// The calendar, the locale and the time zone of the session.
  private let localization: Localization
  private var provided: Set<Provided> = []

  /// The plan for a session that provides what its recorded values show that the feature reads.
  init(_ session: RecordedSession) {
    let values = session.steps.map(\.values)
    var seeded = SeededRandomNumberGenerator(seed: 0)
    let uuids = values.flatMap(\.uuids)
    let numbers = values.flatMap(\.numbers)
    self.uuids = uuids.isEmpty ? [UUID(0)] : uuids
    self.numbers = numbers.isEmpty ? [seeded.next()] : numbers
    if let date = values.lazy.flatMap(\.dates).first {
      self.date = date
      provided.insert(.date)
    }
    if !uuids.isEmpty { provided.insert(.uuid) }
    if !numbers.isEmpty { provided.insert(.randomNumbers) }
    var mock = DependencyValues()
    mock.useMockValues(on: TestClock())
    localization = session.header.localization ?? Localization(mock)
  }

  func provides(_ value: Provided) -> Bool { provided.contains(value) }

  /// Provides the dependencies that a rehearsal reported as missing.
  ///
  /// - Returns: Whether there are any.
  mutating func add(_ issues: [ReportedIssue]) -> Bool {
    let before = provided.count
    provided.formUnion(Provided.allCases.filter { value in issues.contains { $0.message.contains(value.mark) } })
    return provided.count > before
  }

  /// Provides what another plan provides.
  mutating func add(_ other: RehearsalPlan) { provided.formUnion(other.provided) }

  var setsDates: Bool { provides(.date) && (dates == .perStep || dates == .perStepLast) }
  var usesClockForDates: Bool { provides(.date) && dates == .clock }
  private var countsUUIDs: Bool { uuids == (0..<uuids.count).map { UUID($0) } }

  private var isSeeded: Bool {
    var generator = SeededRandomNumberGenerator(seed: 0)
    return numbers.allSatisfy { $0 == generator.next() }
  }

  // MARK: In the rehearsal and in the test

  func update(_ values: inout DependencyValues, date: LockIsolated<Date>, clock: TestClock<Duration>) {
    for value in provided {
      switch value {
      case .date where dates == .clock:
        values.date = DateGenerator { [start = self.date] in start + clock.now.offset / .seconds(1) }
      case .date: values.date = DateGenerator { date.value }
      case .uuid where countsUUIDs: values.uuid = .incrementing
      case .uuid:
        let cycle = Locked(Cycle(elements: uuids))
        values.uuid = UUIDGenerator { cycle.withLock { $0.next() } }
      case .randomNumbers where isSeeded:
        values.withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 0))
      case .randomNumbers: values.withRandomNumberGenerator = WithRandomNumberGenerator(Cycle(elements: numbers))
      case .calendar: values.calendar = localization.calendar
      case .locale: values.locale = localization.locale
      case .timeZone: values.timeZone = localization.timeZone
      }
    }
  }

  /// The statements of a test that do what ``update(_:date:clock:)`` does, and what they use: declarations before the
  /// store, and after the test.
  func source(_ speller: SwiftSpeller) throws(SwiftSpeller.Unspellable) -> OverrideSource {
    var source = OverrideSource()
    for value in Provided.allCases where provides(value) {
      switch value {
      case .date where dates == .clock:
        source.locals.append(.prefixed("let start = ", date.source))
        source.overrides.append(.text("$0.date = DateGenerator { start + clock.now.offset / .seconds(1) }"))
      case .date: source.overrides.append(.prefixed("$0.date.now = ", date.source))
      case .uuid where countsUUIDs: source.overrides.append(.text("$0.uuid = .incrementing"))
      case .uuid where uuids.count == 1:
        source.overrides.append(.prefixed("$0.uuid = .constant(", .suffixed(try speller.source(of: uuids[0]), ")")))
      case .uuid:
        source.locals.append(.prefixed("let uuids = ", try speller.source(of: uuids)))
        source.locals.append(.text("let uuidCount = Atomic(0)"))
        let index = "uuidCount.wrappingAdd(1, ordering: .relaxed).oldValue % uuids.count"
        source.overrides.append(.text("$0.uuid = UUIDGenerator { uuids[\(index)] }"))
      case .randomNumbers:
        let generator = isSeeded ? "SeededRandomNumberGenerator(seed: 0)" : "RecordedNumbers()"
        source.overrides.append(.text("$0.withRandomNumberGenerator = WithRandomNumberGenerator(\(generator))"))
        if !isSeeded { source.declarations.append(try recordedNumbers(speller)) }
      case .calendar: source.overrides += calendarSource.map { .text($0) }
      case .locale: source.overrides.append(.text("$0.locale = \(localization.locale.source)"))
      case .timeZone: source.overrides.append(.text("$0.timeZone = \(localization.timeZone.source)"))
      }
    }
    return source
  }

  private var calendarSource: [String] {
    let calendar = localization.calendar
    let plain = Calendar(identifier: calendar.identifier)
    var lines = [
      "$0.calendar = Calendar(identifier: .\(calendar.identifier))",
      "$0.calendar.timeZone = \(calendar.timeZone.source)",
    ]
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
    return lines
  }

  /// A generator that returns the random numbers of the session.
  private func recordedNumbers(_ speller: SwiftSpeller) throws(SwiftSpeller.Unspellable) -> SwiftSource {
    let next: [SwiftSource] = [
      .text("numbers.append(numbers.removeFirst())"), .text("return numbers[numbers.count - 1]"),
    ]
    return .block(
      .text("private struct RecordedNumbers: RandomNumberGenerator {"),
      [
        .prefixed("private var numbers: [UInt64] = ", try speller.source(of: numbers)), .text(""),
        .block(.text("mutating func next() -> UInt64 {"), next, close: "}"),
      ],
      close: "}"
    )
  }
}

/// What a generated test has for the dependencies that it overrides.
struct OverrideSource {
  /// Declarations before the store.
  var locals: [SwiftSource] = []
  /// The statements that override the store's dependencies.
  var overrides: [SwiftSource] = []
  /// Declarations after the test.
  var declarations: [SwiftSource] = []
}

/// Returns recorded values in a loop.
private struct Cycle<Element: Sendable>: Sendable {
  let elements: [Element]
  var index = 0

  mutating func next() -> Element {
    defer { index += 1 }
    return elements[index % elements.count]
  }
}

extension Cycle: RandomNumberGenerator where Element == UInt64 {}

extension TimeZone {
  fileprivate var source: String {
    self == .gmt ? ".gmt" : "TimeZone(identifier: \(identifier.literal))!"
  }
}

extension Locale {
  fileprivate var source: String { "Locale(identifier: \(identifier.literal))" }
}
