import Foundation
import Testing

@testable import Features

struct TextsTests {
  private let english = Texts(locale: Locale(identifier: "en_US"), calendar: Self.calendar(9))
  private let japanese = Texts(locale: Locale(identifier: "ja_JP"), calendar: Self.calendar(9))

  private static func calendar(_ hours: Int) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: hours * 3_600) ?? .gmt
    return calendar
  }

  /// 2026-01-31T00:05:00+09:00
  private static let date = Date(timeIntervalSince1970: 1_769_785_500)

  @Test(arguments: [
    ("en_US_POSIX", Texts.Language.english), ("ja", .japanese), ("ja-Latn", .japanese), ("fr_FR", .english),
    ("", .english), ("nonsense", .english),
  ])
  func aLocaleHasALanguage(_ identifier: String, _ language: Texts.Language) {
    #expect(Texts(locale: Locale(identifier: identifier)).language == language)
  }

  @Test func numbersFollowTheLocale() {
    #expect(english.number(1_234_567) == "1,234,567")
    #expect(japanese.number(1_234_567) == "1,234,567")
    #expect(Texts(locale: Locale(identifier: "de_DE")).number(1_234_567) == "1.234.567")
    #expect(Texts.english.number(1_234_567) == "1234567")
    #expect(Texts(locale: Locale(identifier: "fa_IR")).number(1_234) == "1,234", "the digits are those of English")
    #expect(japanese.decimal(2.5) == "2.5")
    #expect(english.minutes(65) == "1:05")
    #expect(japanese.minutes(605) == "10:05")
    // Any number that a server sends can be formatted.
    #expect(english.minutes(.min) == "-153,722,867,280,912,930:07" && english.minutes(-5) == "-0:05")
    #expect(english.minutes(.max) == "153,722,867,280,912,930:07")
  }

  @Test(arguments: [(0, "0 to-dos"), (1, "1 to-do"), (2, "2 to-dos"), (1_000, "1,000 to-dos")])
  func englishHasPlurals(_ count: Int, _ text: String) {
    #expect(english.toDos(count) == text)
    #expect(japanese.toDos(count) == "\(japanese.number(count)) 件")
  }

  @Test func datesFollowLanguageAndTimeZone() {
    #expect(english.day(Self.date) == "Jan 31, 2026")
    #expect(english.minute(Self.date) == "Jan 31, 2026 at 12:05\u{202F}AM")
    #expect(japanese.day(Self.date) == "2026/01/31")
    #expect(japanese.minute(Self.date) == "2026/01/31 00:05")
    #expect(Texts(locale: Locale(identifier: "en_GB"), calendar: Self.calendar(9)).day(Self.date) == "31 Jan 2026")
    #expect(Texts(locale: Locale(identifier: "ja")).minute(Self.date) == "2026/01/30 15:05", "Greenwich by default")
  }

  /// In a locale of another language, texts are English, and the locale's region decides only how English dates are
  /// written.
  @Test(arguments: [
    ("de_DE", "31. Jan 2026 at 0:05"), ("th_TH", "31 Jan 2026 at 0:05"), ("fa_IR", "Jan 31, 2026 at 00:05"),
    ("fr", "Jan 31, 2026 at 12:05\u{202F}AM"),
  ])
  func datesAreEnglishInOtherLanguages(_ locale: String, _ text: String) {
    let texts = Texts(locale: Locale(identifier: locale), calendar: Self.calendar(9))
    #expect(texts.minute(Self.date) == text)
    #expect(texts.relative(Self.date, to: Self.date) == "now")
    #expect(texts.list(["a", "b"]) == "a and b")
  }

  /// Times are rounded up to the second: a repetition before the exact time would fail.
  @Test(arguments: [
    (0.0, "Jan 31, 2026 at 12:05\u{202F}AM", "2026/01/31 00:05"),
    (0.5, "Jan 31, 2026 at 12:05:01\u{202F}AM", "2026/01/31 00:05:01"),
    (59.5, "Jan 31, 2026 at 12:06\u{202F}AM", "2026/01/31 00:06"),
  ])
  func timesOfRepetitionsAreThoseOfThePerson(_ seconds: Double, _ english: String, _ japanese: String) {
    let error = APIError.rateLimited(retryAt: Self.date.addingTimeInterval(seconds), message: nil)
    #expect(self.english.message(of: error) == "Too many requests. Try again after \(english).")
    #expect(self.japanese.message(of: error) == "リクエストが多すぎます。\(japanese) 以降に、もう一度お試しください。")
  }

  @Test(arguments: [
    (0.0, "now", "今"), (-120, "2 minutes ago", "2 分前"), (7_200, "in 2 hours", "2 時間後"), (-86_400, "yesterday", "昨日"),
  ])
  func relativeDates(_ seconds: Double, _ english: String, _ japanese: String) {
    let date = Self.date.addingTimeInterval(seconds)
    #expect(self.english.relative(date, to: Self.date) == english)
    #expect(self.japanese.relative(date, to: Self.date) == japanese)
  }

  @Test func listsAndNames() {
    #expect(english.list(["a", "b", "c"]) == "a, b, and c")
    #expect(japanese.list(["a", "b", "c"]) == "a、b、c")
    #expect([english, japanese].map { $0.sentences("1.", "2.") } == ["1. 2.", "1.2."])
    #expect([english, japanese].map { $0.name(first: "Ada", last: "Lovelace") } == ["Ada Lovelace", "Ada Lovelace"])
    #expect(english.name(first: "太郎", last: "山田") == "山田 太郎")
  }

  /// In every language and time zone, an article has the date that it has in Japan.
  @Test(arguments: [("2024-01-05T00:00:00+09:00", 5), ("2024-01-04T23:59:59+09:00", 4)])
  func theDayOfAnArticle(_ createdAt: String, _ day: Int) throws {
    var article = Article(id: "", title: "", url: URL(filePath: "/"), user: .init(id: ""))
    article.createdAt = ArticleDate.read(createdAt)
    for hours in [0, -11] {
      let texts = [english, japanese].map { Texts(locale: $0.locale, calendar: Self.calendar(hours)) }
      #expect(texts.map { $0.createdOn(article) } == ["Jan \(day), 2024", "2024年01月0\(day)日"])
    }
  }

  @Test(arguments: Reason.allCases)
  func eachReasonIsInBothLanguages(_ reason: Reason) {
    #expect(english.reason(reason.rawValue) == reason.rawValue)
    #expect(japanese.reason(reason.rawValue).isJapanese, "\(reason)")
  }

  @Test(arguments: [
    ("it can't be verified (error 7)", "検証できません: error 7"),
    ("a value of type Date instead of null", "null ではなくDate型の値"),
    ("The address of the API has no host.", "API のアドレスが正しくありません（ホストがありません）。"),
    (
      "The certificates of the system can't be read. Correct SSL_CERT_FILE.",
      "システム の証明書を読み込めません。SSL_CERT_FILE を修正してください。"
    ),
    ("the server redirected the request more than 20 times", "リダイレクトが 20 回を超えました"),
    ("a valid value (Invalid URL string.)", "正しい値: Invalid URL string."),
    ("No such file or directory", "ファイルかフォルダーがありません"), ("file is not a database", "データベースのファイルではありません"),
    ("Connection reset by peer", "Connection reset by peer"),
    ("database (main) is locked (5)", "database (main) is locked (5)"),
  ])
  func reasonsWithDetailsAndThoseOfTheSystem(_ reason: String, _ japanese: String) {
    #expect(english.reason(reason) == reason)
    #expect(self.japanese.reason(reason) == japanese)
  }

  static let apiErrors: [APIError] =
    [
      .noConnection(.refused), .timeout(seconds: 2.5), .untrustedServer(.expired), .cancelled, .notHTTP,
      .responseTooLarge(limit: 10), .rateLimited(retryAt: nil, message: nil), .rateLimited(retryAt: date, message: "-"),
      .undecodable(path: "", .validJSON), .undecodable(path: "-", .string), .invalidRequest(.starsNeedToken),
      .invalidSetting(name: "-", problem: Reason.noHost.rawValue, example: "-"), .unexpected(.tooManyRedirects),
    ]
    + ["missing", "invalid", "already_exists", "unprocessable", "custom", "-", nil].map {
      .invalidFields([InvalidField(field: "-", code: $0), InvalidField(field: "-", message: "-")], message: "-")
    }
    + [.noConnection(.workingOffline)]
    + [301, 304, 401, 403, 404, 407, 422, 429, 500, 418].flatMap {
      [APIError.status(code: $0, message: nil, retryAt: nil), .status(code: $0, message: "-", retryAt: date)]
    }

  private static let databaseErrors: [DatabaseError] = [
    .diskFull(path: "-"), .busy(path: "-"), .corrupt(path: "-", .otherProgram), .readOnly(path: "-"),
    .newerSchema(path: "-", version: 3, supported: 2), .cannotOpen(path: Reason.theDatabase.rawValue, .noHome),
    .missingRow(description: Reason.thisToDo.rawValue), .failed(code: 7, .notEnoughMemory),
  ]

  private static let openErrors: [OpenURLError] = [
    .refused(address: "", reason: Reason.noWebScheme.rawValue), .refused(address: "-", reason: Reason.noHost.rawValue),
    .unavailable(.noOpener), .failed(program: "-", status: nil), .failed(program: "-", status: 3),
  ]

  @Test func errorsSpeakBothLanguages() {
    let messages = [english, japanese].map { texts in
      Self.apiErrors.map(texts.message) + Self.databaseErrors.map(texts.message) + Self.openErrors.map(texts.message)
    }
    for (english, japanese) in zip(messages[0], messages[1]) {
      #expect(!english.contains { $0.isJapanese }, "\(english)")
      #expect(japanese.isJapanese, "\(japanese)")
      #expect(japanese.englishWords == [], "\(japanese)")
      #expect(japanese.hasSuffix("。"), "\(japanese)")
      #expect(english.hasSuffix("."), "\(english)")
    }
    #expect(Self.apiErrors.map(\.message) == Self.apiErrors.map(Texts.english.message))
  }

  /// Each error says what to do, except for a cancellation by a person.
  @Test func errorsHaveMoreThanOneSentence() {
    for error in Self.apiErrors where error != .cancelled {
      if case .invalidFields = error { continue }
      if case .invalidRequest = error { continue }
      #expect(english.message(of: error).contains(". "), "\(error)")
      #expect(japanese.message(of: error).split(separator: "。").count > 1, "\(error)")
    }
  }
}

extension Character {
  fileprivate var isJapanese: Bool {
    unicodeScalars.contains { 0x3000...0x30FF ~= $0.value || 0x4E00...0x9FFF ~= $0.value }
  }
}

extension String {
  fileprivate var isJapanese: Bool { contains { $0.isJapanese } }

  /// Words in Latin letters that are not names.
  fileprivate var englishWords: [String] {
    matches(of: #/[A-Za-z_]{2,}/#).map { String($0.output) }.filter { !Self.names.contains($0) }
  }

  private static let names: Set<String> = [
    "GITHUB_TOKEN", "GitHub", "HOME", "JSON", "Linux", "PATH", "SSL_CERT_FILE", "ToDo", "Web", "XDG_DATA_HOME",
    "http", "https", "open", "shm", "utils", "wal", "xdg",
  ]
}
