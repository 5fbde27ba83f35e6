public import Foundation

extension DependencyValues {
  /// The user's calendar. Tests override it; otherwise reading it reports an issue.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The user's locale: the system's, or the one that `LC_ALL`, `LC_MESSAGES` or `LANG` names where the system has
  /// none. Tests override it; otherwise reading it reports an issue.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The languages that the user prefers, the most preferred first: those of the system, or ``locale``'s where the
  /// system has none. Tests override it; otherwise reading it reports an issue.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }

  /// The user's time zone. Tests override it; otherwise reading it reports an issue.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}

private enum CalendarKey: DependencyKey {
  static let liveValue = Calendar.autoupdatingCurrent
  static var mockValue: Calendar { liveValue }
}

private enum LocaleKey: DependencyKey {
  #if canImport(Darwin)
    static let liveValue = Locale.autoupdatingCurrent
  #else
    // Foundation's current locale is always English there, whatever the environment says.
    static let liveValue = Locale(environment: ProcessInfo.processInfo.environment) ?? .autoupdatingCurrent
  #endif
  static var mockValue: Locale { liveValue }
}

private enum PreferredLocalesKey: DependencyKey {
  #if canImport(Darwin)
    static let liveValue = Locale.preferredLanguages.map(Locale.init(identifier:))
  #else
    static let liveValue = [LocaleKey.liveValue]
  #endif
  static var mockValue: [Locale] { liveValue }
}

extension Locale {
  /// Makes the locale that POSIX's environment variables name; `nil` if they name none, or only `C` or `POSIX`.
  init?(environment: [String: String]) {
    // The first variable that is not empty decides, as it does for the C library.
    let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    // `ja_JP.UTF-8`, `de_DE@euro`
    let name = value?.prefix { $0 != "." && $0 != "@" } ?? ""
    guard !["", "C", "POSIX"].contains(name) else { return nil }
    self.init(identifier: String(name))
  }
}

private enum TimeZoneKey: DependencyKey {
  static let liveValue = TimeZone.autoupdatingCurrent
  static var mockValue: TimeZone { liveValue }
}
