import Dependencies
import Foundation

/// The calendar, locale and time zone of a recorded session, so that its replay reaches the same state elsewhere.
package struct Localization: Sendable {
  package var calendar: Calendar
  package var locale: Locale
  package var timeZone: TimeZone

  package init(_ dependencies: DependencyValues) {
    calendar = dependencies.calendar
    locale = dependencies.locale
    timeZone = dependencies.timeZone
  }

  package func update(_ dependencies: inout DependencyValues) {
    dependencies.calendar = calendar
    dependencies.locale = locale
    dependencies.timeZone = timeZone
  }
}

extension Localization {
  var json: JSONValue {
    .object([
      .init(
        name: "calendar",
        value: .object([
          .init(name: "identifier", value: .string("\(calendar.identifier)")),
          .init(name: "timeZone", value: .string(calendar.timeZone.identifier)),
          .init(name: "locale", value: .string(calendar.locale?.identifier ?? "")),
          .init(name: "firstWeekday", value: JSONValue(calendar.firstWeekday)),
          .init(name: "minimumDaysInFirstWeek", value: JSONValue(calendar.minimumDaysInFirstWeek)),
        ])
      ),
      .init(name: "locale", value: .string(locale.identifier)),
      .init(name: "timeZone", value: .string(timeZone.identifier)),
    ])
  }

  /// Reads the values from JSON in the form of ``json``.
  init(_ node: JSONNode) throws(Diagnostic) {
    guard let calendar = node["calendar"] else { throw Diagnostic(node.range, "`calendar` is missing") }
    let name = try calendar.string("identifier")
    guard let identifier = Self.identifiers.first(where: { "\($0)" == name.value }) else {
      throw Diagnostic(name.range, "unknown calendar", notes: "expected \(Self.identifiers.map { "\($0)" }.list())")
    }
    self.calendar = Calendar(identifier: identifier)
    self.calendar.timeZone = try Self.timeZone(calendar)
    let locale = try calendar.string("locale").value
    if !locale.isEmpty { self.calendar.locale = Locale(identifier: locale) }
    if let day = calendar["firstWeekday"].flatMap({ Int(jsonValue: $0.value) }), 1...7 ~= day {
      self.calendar.firstWeekday = day
    }
    if let days = calendar["minimumDaysInFirstWeek"].flatMap({ Int(jsonValue: $0.value) }), 1...7 ~= days {
      self.calendar.minimumDaysInFirstWeek = days
    }
    self.locale = Locale(identifier: try node.string("locale").value)
    timeZone = try Self.timeZone(node)
  }

  private static func timeZone(_ node: JSONNode) throws(Diagnostic) -> TimeZone {
    let name = try node.string("timeZone")
    guard let timeZone = TimeZone(identifier: name.value) else { throw Diagnostic(name.range, "unknown time zone") }
    return timeZone
  }

  private static let identifiers: [Calendar.Identifier] = [
    .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew, .iso8601, .indian,
    .islamic, .islamicCivil, .japanese, .persian, .republicOfChina, .islamicTabular, .islamicUmmAlQura,
  ]
}
