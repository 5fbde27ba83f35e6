import Foundation
import Testing

@testable import StoreInspection
@testable import StoreScript

/// Parses the value of an `expect`.
private func value(_ text: String) throws -> JSONNode {
  guard case .expect(_, _, let node)? = try script("expect a == \(text)").statements.first?.kind else {
    throw CancellationError()
  }
  return node
}

/// The error message for a value, without the position and the line of the script.
private func error(_ text: String) -> String? {
  errors(in: "expect a == \(text)")?.split(separator: "\n").first.map { String($0.dropFirst("test:1:".count)) }
}

struct WrittenValueTests {
  @Test(arguments: [
    ("2026-01-31", 1_769_817_600), ("2026-01-31 12:00", 1_769_860_800), ("2026-01-31T12:00", 1_769_860_800),
    ("2026-01-31T12:00:00Z", 1_769_860_800), ("2026-01-31 12:00:01.25", 1_769_860_801.25),
    ("2026-01-31T21:00:00+09:00", 1_769_860_800), ("2026-01-31T07:30-0430", 1_769_860_800), ("1970-01-01", 0),
    ("1969-12-31T23:59:59Z", -1), ("2000-02-29", 951_782_400), ("0001-01-01", -62_135_769_600),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func dates(text: String, seconds: Double) throws {
    guard case .date(let date, text) = try value(text).content else {
      Issue.record("no date, or with another text")
      return
    }
    #expect(date == Date(timeIntervalSince1970: seconds))
    #expect(Date(jsonValue: .string(text)) == date, "in quotes too")
  }

  @Test(arguments: [
    ("2026-1-31", "18: error: expected a month from 01 to 12, found `1`"),
    ("2026-13-31", "18: error: expected a month from 01 to 12, found `13`"),
    ("2026-02-29", "21: error: expected a day from 01 to 28, found `29`"),
    ("2024-02-30", "21: error: expected a day from 01 to 29, found `30`"),
    ("1900-02-29", "21: error: expected a day from 01 to 28, found `29`"),
    ("2026-01", "20: error: expected `-`, found the end of the file"),
    ("2026-01-31 25:00", "24: error: expected an hour from 00 to 23, found `25`"),
    ("2026-01-31T12", "26: error: expected `:`, found the end of the file"),
    ("2026-01-31T12:60", "27: error: expected a minute from 00 to 59, found `60`"),
    ("2026-01-31 12:00:00.Z", "33: error: expected a digit, found `Z`"),
    ("2026-01-31 12:00:00+9", "33: error: expected two digits of hours, found `9`"),
    ("2026-01-31x", "13: error: expected the end of the date"),
    ("2026-01-31 12", "24: error: expected the end of the line, found `12`"),
    ("6F9619FF-8B86-D011-B42D", "13: error: expected a UUID: hexadecimal digits in groups of 8, 4, 4, 4 and 12"),
    (
      "6F9619FG-8B86-D011-B42D-00C04FC964FF",
      "13: error: expected a UUID: hexadecimal digits in groups of 8, 4, 4, 4 and 12"
    ),
    (".", "14: error: expected the name of a case, found the end of the file"),
    (".1", "14: error: expected the name of a case, found `1`"),
    (".a(b: 1, b: 2)", "22: error: the label `b` occurs twice"),
    (".a(1", "17: error: expected `,` or `)`, found the end of the file"),
    (".a(1,", "18: error: expected a value, found the end of the file"),
    (".a(", "16: error: expected a value or `)`, found the end of the file"),
    ("a.b", "14: error: expected the end of the line, found `.`"),
    ("?", "13: error: expected a value, found `?`"),
    ("1*2", "14: error: expected the end of the line, found `*`"),
  ])
  func mistakes(text: String, message: String) {
    #expect(error(text) == message)
  }

  @Test(arguments: [
    ("6f9619ff-8b86-d011-b42d-00c04fc964ff", "6F9619FF-8B86-D011-B42D-00C04FC964FF"),
    ("DEADBEEF-0000-0000-0000-000000000000", "DEADBEEF-0000-0000-0000-000000000000"),
    (".failure", ".failure"), ("failure", ".failure"), (".failure()", ".failure()"),
    (".detail(id: 3)", ".detail(id: 3)"),
    ("detail( 1 , name : \"a\" , )".replacing(" , )", with: ")"), #".detail(1, name: "a")"#),
    (".a(b: .c(d: [.e, 2026-01-31]))", ".a(b: .c(d: [.e, 2026-01-31]))"), ("nil", "null"),
    ("{\"a\": .b}", #"{"a": .b}"#),
    (".a(\n  1,  # one\n  b: 2\n)", ".a(1, b: 2)"), ("[2026-01-31 12:00, 2026]", "[2026-01-31 12:00, 2026]"),
  ])
  func values(text: String, description: String) throws {
    #expect(try value(text).description == description)
  }
}

struct StatementTests {
  /// A name is the beginning of a path after `let`, and no case.
  @Test(arguments: [
    ("\"text\"", true), ("[1, true]", true), ("true", true), ("-1", true), ("2026-01-31", true), ("nil", false),
    ("deadbeef-0000-0000-0000-000000000000", true), (".path[0]", false), ("trueish", false),
  ])
  func aVariableIsAValueOrAPath(text: String, isValue: Bool) throws {
    switch try script("let a = \(text)").statements[0].kind {
    case .define("a", let node): #expect(isValue && "\(node)".lowercased() == text)
    case .let("a", let path): #expect(!isValue && ".\(path)".hasSuffix(text))
    case let other: Issue.record("\(other)")
    }
  }

  @Test(arguments: [
    ("section", "8: error: expected a title in double quotes, found the end of the file"),
    (#"section "  ""#, "9: error: expected a title in double quotes"),
    ("override", "9: error: unknown override the end of the file"),
    ("override clock 3", "10: error: unknown override `clock`"),
    ("override seed -1", "15: error: expected a whole number from 0 to 18446744073709551615, found `-`"),
    (
      "override seed 18446744073709551616",
      "15: error: expected a whole number from 0 to 18446744073709551615, found `18446744073709551616`"
    ),
    ("override locale", "16: error: expected a locale such as `ja` or `en_GB`, found the end of the file"),
    ("override locale jaa_JP", "17: error: expected a locale such as `ja` or `en_GB`, found `jaa_JP`"),
    ("override date now", "15: error: expected a date such as 2026-01-31T12:00:00Z, found `now`"),
    (
      "override uuid 2026-01-31",
      "15: error: expected a UUID such as 00000000-0000-0000-0000-0000000000FF, found 2026-01-31"
    ),
    ("context", "8: error: unknown context the end of the file"),
    ("context mokc", "9: error: unknown context `mokc`"),
    (
      "expect a contain 1",
      "10: error: expected `==`, `!=`, `<=`, `<`, `>=`, `>`, `contains` or `matches`, found `contain`"
    ),
    ("expect a < [1]", "12: error: `<` compares numbers, dates and texts, found an array"),
    ("expect a >= .b", "13: error: `>=` compares numbers, dates and texts, found .b"),
    (
      "expect a matches b",
      "18: error: expected a regular expression between slashes or double quotes: `/^a.*z$/`, found `b`"
    ),
    ("expect a matches /b", "18: error: the regular expression does not end on its line: expected `/`"),
    ("expect a matches /(/", "18: error: this is not a regular expression"),
    ("expect a matches /\(String(repeating: "a", count: 1001))/", "18: error: this is not a regular expression"),
    ("expect a matches //", "18: error: this is not a regular expression"),
  ])
  func mistakes(text: String, message: String) {
    #expect(errors(in: text)?.split(separator: "\n").first.map(String.init) == "test:1:\(message)")
  }

  @Test func whereNothingStandsNothingWasMeant() {
    #expect(errors(in: "expect a")?.contains("did you mean") == false)
  }

  @Test(arguments: [
    ("section \"a\"\noverride locale ja\ncontext mock\nshow", nil),
    ("show\noverride locale en_GB", "test:2:17: error: `override locale` stands before everything that runs"),
    ("section \"a\"\noverride seed 1\nlet a = 1\ncontext live\ncontext live\nshow\ncontext live", nil),
    ("show\ncontext live", "test:2:9: error: `context` stands before everything that runs"),
    (
      "context mock\ncontext live",
      "test:2:9: error: the script runs on mock values: an earlier `context` says so"
    ),
  ])
  func theLocaleAndTheContextStandFirst(text: String, message: String?) {
    #expect(errors(in: text)?.split(separator: "\n").first.map(String.init) == message)
  }
}

struct PatternTests {
  @Test(arguments: [
    ("b+", "abbc", true), ("^b", "abbc", false), (#"^\d{4}-\d\d$"#, "2026-01", true), ("(?i)SWIFT", "Swift", true),
    ("日.語", "日本語", true), ("^$", "", true), ("^$", "a", false), ("a/b", "a/b", true), (#"a\/b"#, "a/b", true),
  ])
  func isFound(pattern: String, text: String, isFound: Bool) throws {
    #expect(try Pattern(pattern).isFound(in: text) == isFound)
  }

  @Test func inALongText() throws {
    let text = String(repeating: "日本", count: 500_000)
    #expect(try Pattern("語").isFound(in: text + "語", within: .seconds(600)))
    #expect(try !Pattern("語").isFound(in: text, within: .seconds(600)))
  }

  /// A text for which the time of some searches doubles with each further `a`.
  private static let slow = String(repeating: "a", count: 60) + "\nb"

  @Test(arguments: ["(a|a)*$", "(.*)*$", "(a*)*(a*)*(a*)*$"])
  func whatWouldTakeForEverEnds(pattern: String) {
    #expect(throws: Pattern.Failure.self) { try Pattern(pattern).isFound(in: Self.slow, within: .milliseconds(1)) }
  }

  @Test func aSearchThatTakesTooManyStepsEnds() {
    let node = JSONNode(content: .scalar(.string("(a+)+$")), range: 0..<0)
    let verdict = Statement.Comparison.matches.compare(.string(Self.slow), node)
    #expect(!verdict.isRight && verdict.note?.hasPrefix("the search took too long") == true)
  }

  @Test func aLongTextTakesNoLonger() throws {
    let text = String(repeating: "a", count: 50_000)
    let failure = try #require(throws: Pattern.Failure.self) {
      try Pattern("(a+)+b").isFound(in: text, within: .milliseconds(1))
    }
    #expect(failure.reason?.hasPrefix("the search took too long") == true)
    #expect(try Pattern("b$").isFound(in: text + "b"))
  }
}
