import Dependencies
public import Foundation

/// The values, besides the state, with which a screen is drawn.
public struct ScreenContext: Equatable, Sendable {
  /// The number of terminal columns.
  public var width: Int
  /// The rows of the screen's list that are visible, and some around them; `nil` if the screen is not scrolled, as in
  /// the transcript of a script. Drawing only these rows takes the same time regardless of the number of rows.
  public var visible: Range<Int>?
  /// The calendar and the time zone of dates.
  public var calendar: Calendar
  /// The time of the drawing.
  public var now: Date
  /// The language and the formats of the texts.
  public var locale: Locale

  /// Makes a context.
  public init(
    width: Int = 80,
    visible: Range<Int>? = nil,
    calendar: Calendar = Calendar(identifier: .gregorian),
    now: Date = .distantPast,
    locale: Locale = Locale(identifier: "en_US_POSIX")
  ) {
    self.width = width
    self.visible = visible
    self.calendar = calendar
    self.now = now
    self.locale = locale
  }

  /// Makes a context with the dependencies of a feature.
  package init(width: Int = 80, visible: Range<Int>? = nil, _ dependencies: DependencyValues) {
    self.init(
      width: width,
      visible: visible,
      calendar: dependencies.calendar,
      now: dependencies.date.now,
      locale: dependencies.locale
    )
  }
}
