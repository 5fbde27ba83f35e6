import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

func script(_ text: String) throws -> Script { try ScriptParser.parse(SourceText(name: "test", text: text)) }

/// The error messages for a text, which must be wrong.
func errors(in text: String) -> String? {
  do {
    _ = try script(text)
    return nil
  } catch {
    return (error as? ScriptErrors)?.rendered
  }
}

extension Statement {
  var summary: String {
    switch kind {
    case .send(let path, let payload): "send \(path)" + (payload.map { " \($0)" } ?? "")
    case .let(let name, let path): "let \(name) = \(path)"
    case .define(let name, let value): "let \(name) = \(value)"
    case .advance(let duration): "advance \(duration.scriptDescription)"
    case .await(let path, let limit): "await \(path) within \(limit.scriptDescription)"
    case .expect(let path, let comparison, let value): "expect \(path) \(comparison.rawValue) \(value)"
    case .show(let path): "show" + (path.map { " \($0)" } ?? "")
    default: source[range]
    }
  }
}

struct ScriptParserTests {
  @Test func statements() throws {
    let script = try script(
      """
      # Search, then scroll.
      send queryChanged "swift"
        send search.rowAppeared {"id": 7}  # indented, with a comment
      send submit
      send save {
        "name": "Brackets ]}",  # a comment within
        "tags": [
          "a",

          "b"
        ]
      }
      advance 300ms
      await searchResponse
      await searchResponse within 10s

      expect results.count == 30
      expect rows[id: 42].name != null
      expect headers["X-Limit"] == "1 # 2"
      show results[0].name
      show
      """
    )
    let expected = [
      #"send queryChanged "swift""#, #"send search.rowAppeared {"id": 7}"#, "send submit",
      #"send save {"name": "Brackets ]}", "tags": ["a", "b"]}"#, "advance 300ms",
      "await searchResponse within 5s", "await searchResponse within 10s", "expect results.count == 30",
      "expect rows[id: 42].name != null", ##"expect headers["X-Limit"] == "1 # 2""##, "show results[0].name", "show",
    ]
    #expect(script.statements.map(\.summary) == expected)
    #expect(script.source.reference(to: script.statements[1].range.lowerBound) == "test:3:3")
    #expect(script.source[script.statements[1].range] == #"send search.rowAppeared {"id": 7}"#)
  }

  @Test(arguments: ["", "\n\n", "# only a comment", "\u{FEFF}", "\r\n \t\r\n"]) func emptyScripts(text: String) throws {
    #expect(try script(text).statements.isEmpty)
  }

  /// A byte order mark takes no column.
  @Test func rangesAreExact() throws {
    let script = try script("\u{FEFF}send \\.rows[id: \"日本\"].tapped {\"a\": [1, true]}\r\n")
    guard case .send(let path, let payload?) = script.statements.first?.kind else {
      return #expect(Bool(false), "The statement is another one: \(script.statements)") as Void
    }
    let source = script.source
    #expect(path.components.map { source[$0.range] } == ["rows", "[id: \"日本\"]", "tapped"])
    #expect(source[path.range] == "rows[id: \"日本\"].tapped")
    #expect(source[payload.range] == "{\"a\": [1, true]}")
    #expect(source.location(at: payload.range.lowerBound) == (1, 30))
  }

  @Test(arguments: [
    ("0s", Duration.zero), ("1ns", .nanoseconds(1)), ("2us", .microseconds(2)), ("300ms", .milliseconds(300)),
    ("1.5s", .milliseconds(1500)), ("0.000000001s", .nanoseconds(1)), ("2m", .seconds(120)), ("24h", .seconds(86400)),
    ("0.99999999999999999h", Duration(attoseconds: 3_599_999_999_999_999_964_000)),
    ("0.00000000000000001s", Duration(attoseconds: 10)), ("0.00000000000000001ns", .zero),
    ("876001h", .seconds(3_153_603_600)),
  ])
  func durations(text: String, duration: Duration) throws { #expect(Duration(script: text) == duration) }

  @Test func variables() throws {
    let script = try script(
      """
      let first = rows[0].id
      let 語=rows[id: $first].name
      send rows[id: $first].renamed {"names": [$語, {"a": $first}], "price": "$5"}
      await rows[id: $first].renamed
      expect rows[id: $first].names == [$語]
      expect count == $first
      """
    )
    let expected = [
      "let first = rows[0].id", #"let 語 = rows[id: $first].name"#,
      #"send rows[id: $first].renamed {"names": [$語, {"a": $first}], "price": "$5"}"#,
      #"await rows[id: $first].renamed within 5s"#, #"expect rows[id: $first].names == [$語]"#,
      #"expect count == $first"#,
    ]
    #expect(script.statements.map(\.summary) == expected)
    let prompt = SourceText(name: "test", text: "send a $b")
    #expect(try ScriptParser.parse(prompt, variables: ["b"]).statements.count == 1)
  }
}

struct ScriptErrorTests {
  @Test(arguments: [
    (
      "show\nlet last = rows[0].id\nlet lost = rows[1].id\nexpect a == [1, $lsat]",
      """
      test:4:17: error: there is no variable `$lsat` here
        expect a == [1, $lsat]
                        ^~~~~
        there is `$last` and `$lost`
        did you mean `$last`?
      """
    ),
    // Brackets that are open end with the next statement.
    (
      "send a [1, 2\nsend b {\"c\": [1, 2\n  3], \"send\": 4}\nshow c\nadvance",
      """
      test:2:1: error: expected `,` or `]`, found `send`
        send b {"c": [1, 2
        ^~~~
      test:5:8: error: expected a duration such as `300ms`, found the end of the file
        advance
               ^
      """
    ),
    // Tabs and wide characters keep the caret in its place.
    (
      "\tsend 検索👩‍👩‍👧e\u{301} \"語\" x",
      """
      test:1:16: error: expected the end of the line, found `x`
        \tsend 検索👩‍👩‍👧e\u{301} "語" x
        \t                  ^
      """
    ),
    // Nothing in a message can control the terminal: some terminals obey U+009B like an escape.
    (
      "send a \u{1B}[31m \u{202E}x\nsend a $b\u{9B}31m\u{202E}",
      """
      test:1:8: error: expected a value or the end of the line, found `\u{FFFD}`
        send a \u{FFFD}[31m \u{FFFD}x
               ^
      test:2:8: error: there is no variable `$b\u{FFFD}31m\u{FFFD}` here
        send a $b\u{FFFD}31m\u{FFFD}
               ^~~~~~~
        `let NAME = PATH` makes one, with the value at this path of the state
      """
    ),
  ])
  func messages(text: String, message: String) { #expect(errors(in: text) == message) }
  private static let keywords =
    "expected `send`, `await`, `expect`, `press`, `fill`, `open`, `see`, `let`, `alias`, `advance`, `show`, `screen`, "
    + "`section`, `include`, `repeat`, `override`, `answer` or `context`"

  @Test(arguments: [
    Mistake("|sned| queryChanged", "unknown statement `sned`", keywords, "did you mean `send`?"),
    Mistake("send||", "expected the name of an action, found the end of the file"),
    Mistake("send rows[|3|].tapped", "expected `id: …`, found `3`"),
    Mistake("show rows.|3|", "expected a name after `.`, found `3`", "an index is written in brackets: `[3]`"),
    Mistake("advance 300||", "expected one of the units `ns`, `us`, `ms`, `s`, `m` or `h`, found the end of the file"),
    Mistake("advance |-|1s", "expected a duration such as `300ms`, found `-`"),
    Mistake("advance |9999999h|", "the duration is longer than 100 years"),
    Mistake("advance |1234567890123456789s|", "the duration has too many digits"),
    Mistake("await response |in| 3s", "expected `within` and a duration, or the end of the line, found `in`"),
    Mistake(
      "expect count |=| 3",
      "expected `==`, `!=`, `<=`, `<`, `>=`, `>`, `contains` or `matches`, found `=`",
      "did you mean `==`?"
    ),
    Mistake("expect count == 3 |4|", "expected the end of the line, found `4`"),
    Mistake(#"send a {"b": 1, |"b"|: 2}"#, #"the name "b" occurs twice"#),
    Mistake(#"send a "|\|q""#, "unknown escape", #"expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
    Mistake("let |$|id = a", "expected a name, found `$`", "the `$` is for where the variable is used"),
    Mistake("let id =|=| a", "expected a path into the state, or a value, found `=`"),
    Mistake("let id =||", "expected a path into the state, or a value, found the end of the file"),
    Mistake("let |1| = a", "expected a name, found `1`"),
    Mistake("let id |rows|", "expected `=`, found `rows`"),
    Mistake("expect a[|?|] == 1", "expected an index, `id: …`, a key in double quotes or a variable, found `?`"),
    Mistake("show a[\"b\"].|$|id", "expected a name after `.`, found `$`"),
    Mistake("repeat |3x| { show }", "expected how many times, as a number, found `3x`"),
    Mistake("repeat 3 { show } |show|", "expected the end of the line, found `show`"),
    Mistake("let |index| = a", "`$index` is the number of the pass in a block, and cannot be made by `let`"),
  ])
  func mistakes(_ mistake: Mistake) { mistake.expect(errors(in: mistake.line)) }

  /// Programs for writing text replace the quotation marks that one types.
  @Test(arguments: [
    ("expect name == “x”", "“"), ("section “x”", "“"), ("include ‘x.script’", "‘"), ("send add {“id”: 1}", "“"),
    ("send add „x y“", "„"), ("send add \"x”", "”"), ("send add \"“x”\" «y»", "«"), ("send add ( 「x」", "「"),
    ("send add \"“x”\" ?", nil), ("send add ? # it’s", nil), ("section 1", nil),
  ])
  func typographicQuotes(_ text: String, _ quote: String?) throws {
    let message = try #require(errors(in: text))
    let note = "\n  `\(quote ?? "")` is a typographic quotation mark: text stands between plain ones, `\"`"
    #expect(message.hasSuffix(note) == (quote != nil), "\(message)")
    #expect(message.contains("typographic") == (quote != nil), "\(message)")
  }

  @Test func onlyTheFirstTwentyMistakesAreReported() throws {
    let message = try #require(errors(in: String(repeating: "?\n", count: 1000)))
    #expect(message.split(separator: "\n").filter { $0.contains("error:") }.count == 20)
    #expect(message.hasSuffix("\n… there may be more mistakes"))
  }

  @Test func longLinesAreCutAroundTheMistake() {
    let filler = String(repeating: "x", count: 200)
    let expected = """
      test:1:211: error: expected the end of the line, found `!`
        …\(filler.prefix(78))" ! "\(filler.prefix(77))…
        \(String(repeating: " ", count: 81))^
      """
    #expect(errors(in: #"send a "\#(filler)" ! "\#(filler)""#) == expected)
  }

  /// In the message and the notes of a mistake may be what comes from the state.
  @Test func aMistakeCannotMoveTheCursor() {
    #expect(
      Diagnostic(0..<1, "no\u{9B}1m", notes: "c\u{1B}[2J\nd").rendered(in: SourceText(name: "a", text: "b"))
        == "a:1:1: error: no\u{FFFD}1m\n  b\n  ^\n  c\u{FFFD}[2J\nd"
    )
  }

  @Test func bytesThatAreNoText() {
    let errors = #expect(throws: ScriptErrors.self) {
      try ScriptParser.parse(SourceText(name: "test", bytes: Array("show\nshow \u{E9}".utf8.dropLast())))
    }
    #expect(errors?.rendered.hasPrefix("test:2:6: error: this is not UTF-8 text\n  show \u{FFFD}\n") == true)
  }
}

/// A line with a mistake between two bars, and what is said of it.
struct Mistake: CustomStringConvertible {
  /// The line without the bars.
  let line: String
  /// The message, with the place, the line and the mark below it, and its notes, if they are given.
  private let message: String
  private let hasNotes: Bool
  var description: String { line }

  /// - Parameter marked: Such as `send |7|`. Nothing is between the bars if something is missing there.
  init(_ marked: String, _ message: String, _ notes: String...) {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    line = parts.joined()
    let (column, width) = (parts[0].count, max(parts[1].count, 1))
    let mark = String(repeating: " ", count: column) + "^" + String(repeating: "~", count: width - 1)
    hasNotes = !notes.isEmpty
    self.message = (["test:1:\(column + 1): error: \(message)", line, mark] + notes).joined(separator: "\n  ")
  }

  /// Expects a message. Its notes count only if they are given.
  func expect(_ message: String?, sourceLocation: SourceLocation = #_sourceLocation) {
    let isSame = message == self.message || !hasNotes && message?.hasPrefix(self.message + "\n  ") == true
    #expect(isSame, "\(message ?? "nothing") in place of \(self.message)", sourceLocation: sourceLocation)
  }
}
