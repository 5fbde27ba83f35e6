import Foundation
import TestSupport
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
      return #expect(Bool(false), "no date, or with another text") as Void
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
    ("a.b", "14: error: expected the end of the line, found `.`"), ("?", "13: error: expected a value, found `?`"),
    ("1*2", "14: error: expected the end of the line, found `*`"),
  ])
  func mistakes(text: String, message: String) { #expect(error(text) == message) }

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
  func values(text: String, description: String) throws { #expect(try value(text).description == description) }
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
    ("context", "8: error: unknown context the end of the file"), ("context mokc", "9: error: unknown context `mokc`"),
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

  @Test func whereNothingStandsNothingWasMeant() { #expect(errors(in: "expect a")?.contains("did you mean") == false) }

  @Test(arguments: [
    ("section \"a\"\noverride locale ja\ncontext mock\nshow", nil),
    ("show\noverride locale en_GB", "test:2:17: error: `override locale` stands before everything that runs"),
    ("section \"a\"\noverride seed 1\nlet a = 1\ncontext live\ncontext live\nshow\ncontext live", nil),
    ("show\ncontext live", "test:2:9: error: `context` stands before everything that runs"),
    ("context mock\ncontext live", "test:2:9: error: the script runs on mock values: an earlier `context` says so"),
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

  @Test(arguments: ["(a|a)*$", "(.*)*$", "(a*)*(a*)*(a*)*$"]) func whatWouldTakeForEverEnds(pattern: String) {
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

private func play(_ script: String) async throws -> Run { try await Sampler.program.play(script: script) }

/// Texts with variables in them, sums, and paths with a name of their own.
@Suite struct FormulaTests {
  @Test func variablesStandInTexts() async throws {
    let script = #"""
      let name = "Milk"
      let price = 1.5
      send queryChanged "\(name)!"
      expect query == "Milk!"
      send queryChanged "a \( name ) for \($price) \"\(name)\""
      expect query == "a Milk for 1.5 \"Milk\""
      repeat 3 { send queryChanged "t\(index + 1)" }
      expect query == "t3"
      expect query contains "\(3)"
      send changed(query: "\(name)", count: 2)
      expect query == $name
      """#
    try await play(script).expect(errors: "")
  }

  @Test func numbersAreAdded() async throws {
    let script = """
      let first = 2
      let sum = $first + 3 - 1
      expect count == 0
      send countChanged $sum
      expect count == 4
      expect count == $first+2
      expect count > $first - 10
      expect rows[$first - 1].title == "b"
      expect rows[id: $first - 1].title == "a"
      send changed(query: "x", count: 10 - $first)
      expect count == 8
      let half = 0.5 + $first
      show $half
      show "half is \\(half)"
      show 1 + $first
      show count
      let large = 9223372036854775807
      show $large + 1
      """
    let run = try await play(script)
    run.expect(errors: "")
    for (statement, value) in [
      ("show $half", "2.5"), (#"show "half is \(half)""#, #""half is 2.5""#), ("show 1 + $first", "3"),
      ("show count", "8"),
    ] { #expect(run.output.contains("\(statement)\n        \(value)\n"), "\(run.output)") }
    #expect(run.output.contains("9.223372036854776e+18") || run.output.contains("9223372036854775808"))
  }

  @Test func whatIsNoNumberIsNotAdded() async throws {
    try await play("let name = query\nlet sum = $name + 1\n").expect(
      .wrongInput,
      texts: [
        "main.script:2:11: error: only numbers can be added, found \"\"\n",
        "a text with a variable in it is written `\"a \\(name)\"`",
      ]
    )
  }

  /// Looking twice at each level would take a million times as long as a level takes.
  @Test func whatIsNoNumberIsFoundInsideOfManyBrackets() async throws {
    let brackets = (String(repeating: "[", count: 100), String(repeating: "]", count: 100))
    try await play("let name = query\nexpect query == \(brackets.0)$name + 1\(brackets.1)\n")
      .expect(.wrongInput, texts: ["main.script:2:117: error: only numbers can be added, found \"\"\n"])
  }

  @Test func aVariableWithADollarSignInATextIsProbablyAMistake() async throws {
    let script = "let query = \"a\"\nsend queryChanged \"$query costs $5\"\nexpect query == \"$query costs $5\"\n"
    try await play(script).expect(
      texts: [
        """
        main.script:2:20: warning: `$query` is not replaced in a text
          send queryChanged "$query costs $5"
                             ^~~~~~
          its value is written `\\(query)` there

        """
      ]
    )
    try await play("send queryChanged \"$query\"\n").expect(errors: "")
  }

  @Test func pathsHaveNames() async throws {
    let script = """
      alias first = rows[0]
      alias change = queryChanged
      send $change "x"
      expect $first.title == "a"
      show $first
      let copy = $first.id
      expect count == $copy - 1
      alias first = rows[id: 2]
      expect $first.title == "b"
      """
    let run = try await play(script)
    run.expect(errors: "")
    #expect(run.output.contains("rows[id: 2].title is \"b\""))
  }

  @Test(arguments: [
    ("show \"\\(nme)\"", "1:9: error: there is no variable `$nme` here"),
    ("show \"\\()\"", "1:9: error: expected the name of a variable, found `)`"),
    ("let n = 1\nshow \"\\(n\"", "2:10: error: expected `)`, found `\"`"),
    ("let n = 1\nshow $n +", "2:10: error: expected a number or a variable, found the end of the"),
    ("let n = 1\nshow $n + \"a\"", "2:11: error: expected a number or a variable, found `\"`"),
    ("send $form.queryChanged \"a\"", "1:6: error: there is no path `$form` here"),
    ("let form = 1\nexpect $form.x == 1", "2:8: error: there is no path `$form` here"),
    ("alias form", "1:11: error: expected `=`, found the end of the file"),
    ("alias form = 3", "1:14: error: expected a path into the state, found `3`"),
    ("alias index = rows", "1:7: error: `$index` is the number of the pass in a block"),
  ])
  func mistakesAreNamed(_ script: String, _ message: String) async throws {
    let run = try await play(script)
    run.expect(2, output: "")
    #expect(run.errors.hasPrefix("main.script:\(message)"), "\(run.errors)")
  }

  /// Only the state tells that there is nothing with the name.
  @Test func aMisspeltPathWithAnAliasFails() async throws {
    let run = try await play("alias list = rows\nexpect $list.cout == 1\n")
    run.expect(1)
    #expect(run.errors.hasPrefix("main.script:2:"), "\(run.errors)")
  }
}
