import Dependencies
public import Foundation

/// What a screen is drawn for.
public struct ScreenContext: Equatable, Sendable {
  /// The terminal columns that there are.
  public var width: Int
  /// The rows of the screen's list that are in view, and some around them; `nil` if nobody scrolls, as in the transcript
  /// of a script. A screen that looks at these rows only costs the same however many there are.
  public var visible: Range<Int>?
  /// Says what day a date is.
  public var calendar: Calendar
  /// When it is drawn.
  public var now: Date
  /// The language and the formats of what is drawn.
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

  /// What a screen is drawn for that shows all rows of its lists, with the dependencies of its feature.
  init(width: Int = 80, visible: Range<Int>? = nil, _ dependencies: DependencyValues) {
    self.init(
      width: width,
      visible: visible,
      calendar: dependencies.calendar,
      now: dependencies.date.now,
      locale: dependencies.locale
    )
  }

  /// The rows to draw of a list.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - limit: How many are drawn at most if nobody scrolls.
  public func rows(of count: Int, limit: Int = .max) -> Range<Int> {
    visible?.clamped(to: 0..<count) ?? 0..<min(count, limit)
  }
}
