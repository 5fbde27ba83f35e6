public import Foundation

/// The texts that people read, in English or Japanese, and dates and numbers as the language writes them.
///
/// The extensions of this type in this folder contain the texts. Each text is written once, in both languages:
///
/// ```swift
/// extension Texts {
///   package var retry: String { text(en: "Retry", ja: "再試行") }
///   package func items(_ count: Int) -> String {
///     text(en: plural(count, "item", "items"), ja: "\(number(count)) 件")
///   }
/// }
/// ```
///
/// States and errors contain values instead of sentences. A sentence is made where it is shown:
///
/// ```swift
/// let texts = Texts(locale: locale, calendar: calendar)
/// texts.message(of: APIError.cancelled)  // "The request was cancelled."
/// ```
public struct Texts: Sendable {
  /// A language of the table.
  public enum Language: String, CaseIterable, Sendable {
    /// English, also for locales of other languages.
    case english = "en"
    /// Japanese.
    case japanese = "ja"

    /// The language of a locale. A locale of neither language gets English.
    public init(_ locale: Locale) {
      self = locale.language.languageCode.flatMap { Language(rawValue: $0.identifier) } ?? .english
    }
  }

  /// The language of the texts.
  public let language: Language
  /// The locale that dates and numbers are formatted for. Its language is that of the texts.
  public let locale: Locale
  /// The calendar and the time zone of dates.
  public let calendar: Calendar

  /// Makes the texts for a locale.
  ///
  /// - Parameters:
  ///   - locale: Its language selects the texts. Numbers and dates follow its region. If its language is neither
  ///     English nor Japanese, the texts are in English, with the formats of that region.
  ///   - calendar: The calendar and the time zone of dates.
  public init(locale: Locale, calendar: Calendar = Self.defaultCalendar) {
    language = Language(locale)
    // The names of months and the digits belong to the language, too.
    let isInLanguage = locale.language.languageCode?.identifier == language.rawValue
    self.locale = isInLanguage ? locale : Locale(languageCode: .english, languageRegion: locale.region)
    self.calendar = calendar
  }

  /// English texts that are the same on every machine. Logs and `localizedDescription` use them.
  public static let english = Texts(locale: Locale(identifier: "en_US_POSIX"))

  /// The Gregorian calendar in Greenwich Mean Time.
  public static let defaultCalendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Returns the text in the current language. The other one is not evaluated.
  package func text(en: @autoclosure () -> String, ja: @autoclosure () -> String) -> String {
    switch language {
    case .english: en()
    case .japanese: ja()
    }
  }
}

extension Texts {
  /// Joins sentences as the language does, in English with a space.
  package func sentences(_ sentences: String...) -> String { sentences.joined(separator: text(en: " ", ja: "")) }
}

// MARK: Formats

extension Texts {
  /// A whole number: `1,234`.
  package func number(_ value: Int) -> String { value.formatted(.number.locale(locale)) }

  /// A number with a fraction: `2.5`.
  package func decimal(_ value: Double) -> String { value.formatted(.number.locale(locale)) }

  /// A number of things, in English: `1 item`, `2 items`.
  package func plural(_ count: Int, _ one: String, _ many: String) -> String {
    "\(number(count)) \(count == 1 ? one : many)"
  }

  /// A day: `Jan 31, 2026`, `2026/01/31`.
  package func day(_ date: Date) -> String { dayStyle.format(date) }

  /// A minute: `Jan 31, 2026 at 9:05 AM`, `2026/01/31 09:05`.
  package func minute(_ date: Date) -> String {
    switch language {
    case .english: style(date: .abbreviated, time: .shortened).format(date)
    case .japanese: dayStyle.hour(.twoDigits(amPM: .abbreviated)).minute(.twoDigits).format(date)
    }
  }

  /// A second: `Jan 31, 2026 at 9:05:03 AM`, `2026/01/31 09:05:03`.
  package func second(_ date: Date) -> String {
    switch language {
    case .english: style(date: .abbreviated, time: .standard).format(date)
    case .japanese:
      dayStyle.hour(.twoDigits(amPM: .abbreviated)).minute(.twoDigits).second(.twoDigits).format(date)
    }
  }

  /// A date relative to another one: `in 2 hours`, `yesterday`, `2 時間後`, `昨日`.
  package func relative(_ date: Date, to now: Date) -> String {
    Date.AnchoredRelativeFormatStyle(anchor: date, presentation: .named, locale: locale, calendar: calendar).format(now)
  }

  /// A length of time in minutes and seconds: `3:05`.
  package func minutes(_ seconds: Int) -> String {
    // The format can't represent the smallest number.
    Duration.seconds(max(seconds, -.max)).formatted(.time(pattern: .minuteSecond).locale(locale))
  }

  /// A list of all its items: `a, b, and c`, `a、b、c`.
  package func list(_ items: [String]) -> String { items.formatted(.list(type: .and).locale(locale)) }

  private var dayStyle: Date.FormatStyle {
    switch language {
    case .english: style(date: .abbreviated, time: .omitted)
    case .japanese: style().year().month(.twoDigits).day(.twoDigits)
    }
  }

  private func style(
    date: Date.FormatStyle.DateStyle? = nil,
    time: Date.FormatStyle.TimeStyle? = nil
  ) -> Date.FormatStyle {
    Date.FormatStyle(date: date, time: time, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
  }
}
