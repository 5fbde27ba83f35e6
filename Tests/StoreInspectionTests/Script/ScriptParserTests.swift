import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

/// Parses a correct text.
func script(_ text: String) throws -> Script {
  try ScriptParser.parse(SourceText(name: "test", text: text))
}

/// The error messages for a text, which must be wrong.
func errors(in text: String) -> String? {
  do {
    _ = try script(text)
    return nil
  } catch {
    return (error as? ScriptErrors)?.rendered
  }
}

struct ScriptParserTests {
  @Test func everyStatement() throws {
    let script = try script(
      """
      # Search, then scroll.
      send queryChanged "swift"
        send search.rowAppeared {"id": 7}  # indented, with a comment
      send submit
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
    #expect(
      script.statements.map(\.summary) == [
        #"send queryChanged "swift""#, #"send search.rowAppeared {"id": 7}"#, "send submit", "advance 300ms",
        "await searchResponse within 5s", "await searchResponse within 10s", "expect results.count == 30",
        "expect rows[id: 42].name != null", ##"expect headers["X-Limit"] == "1 # 2""##, "show results[0].name", "show",
      ]
    )
    #expect(script.source.reference(to: script.statements[1].range.lowerBound) == "test:3:3")
    #expect(script.source[script.statements[1].range] == #"send search.rowAppeared {"id": 7}"#)
  }

  @Test func jsonGoesOnUntilItsBracketsBalance() throws {
    let script = try script(
      """
      send save {
        "name": "Brackets ]}",  # a comment within
        "tags": [
          "a",

          "b"
        ]
      }
      show
      """
    )
    #expect(
      script.statements.map(\.summary) == [#"send save {"name": "Brackets ]}", "tags": ["a", "b"]}"#, "show"]
    )
  }

  @Test func rangesAreExact() throws {
    let script = try script("\u{FEFF}send \\.rows[id: \"日本\"].tapped {\"a\": [1, true]}\r\n")
    guard case .send(let path, let payload?) = script.statements.first?.kind else {
      Issue.record("not a send with a payload: \(script.statements)")
      return
    }
    let source = script.source
    #expect(path.components.map { source[$0.range] } == ["rows", "[id: \"日本\"]", "tapped"])
    #expect(source[path.range] == "rows[id: \"日本\"].tapped")
    #expect(source[payload.range] == "{\"a\": [1, true]}")
    guard case .object(let members) = payload.content, case .array(let elements) = members.first?.value.content else {
      Issue.record("not an object with an array: \(payload)")
      return
    }
    #expect(members.map { source[$0.nameRange] } == ["\"a\""])
    #expect(elements.map { source[$0.range] } == ["1", "true"])
    #expect(source.location(at: elements[1].range.lowerBound) == (1, 40), "the byte order mark takes no column")
  }

  @Test(arguments: [
    ("0s", Duration.zero), ("1ns", .nanoseconds(1)), ("2us", .microseconds(2)), ("300ms", .milliseconds(300)),
    ("1.5s", .milliseconds(1500)), ("0.000000001s", .nanoseconds(1)), ("2m", .seconds(120)), ("24h", .seconds(86400)),
    ("0.99999999999999999h", Duration(attoseconds: 3_599_999_999_999_999_964_000)),
    ("0.00000000000000001s", Duration(attoseconds: 10)), ("0.00000000000000001ns", .zero),
  ])
  func durations(text: String, duration: Duration) throws {
    guard case .advance(let parsed) = try script("advance \(text)").statements.first?.kind else {
      Issue.record("not an advance")
      return
    }
    #expect(parsed == duration)
  }

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
    #expect(
      script.statements.map(\.summary) == [
        "let first = rows[0].id", #"let 語 = rows[id: $first].name"#,
        #"send rows[id: $first].renamed {"names": ["$語", {"a": "$first"}], "price": "$5"}"#,
        #"await rows[id: $first].renamed within 5s"#, #"expect rows[id: $first].names == ["$語"]"#,
        #"expect count == "$first""#,
      ]
    )
    guard case .send(let path, let payload?) = script.statements[2].kind else {
      Issue.record("not a send with a payload: \(script.statements)")
      return
    }
    let source = script.source
    #expect(path.variables.map { source[$0] } == ["$first"])
    #expect(payload.variables.map { source[$0] } == ["$語", "$first"])
    let resolved = script.statements[2].resolving { $0 == "first" ? .integer(7) : .array([.string("a"), .null]) }
    guard case .send(let path, let payload?) = resolved else { return }
    #expect(path.description == "rows[id: 7].renamed")
    #expect(payload.value.description == #"{"names": [["a", null], {"a": 7}], "price": "$5"}"#)
    #expect(payload.variables.isEmpty)
  }

  @Test func emptyScripts() throws {
    for text in ["", "\n\n", "# only a comment", "\u{FEFF}", "\r\n \t\r\n"] {
      #expect(try script(text).statements.isEmpty)
    }
  }
}

struct ScriptErrorTests {
  @Test(arguments: [
    (
      "sned queryChanged",
      """
      test:1:1: error: unknown statement `sned`
        sned queryChanged
        ^~~~
        expected `send`, `await`, `expect`, `press`, `fill`, `open`, `see`, `let`, `alias`, `advance`, `show`, \
      `screen`, `section`, `include`, `repeat`, \
      `override`, `answer` or `context`
        did you mean `send`?
      """
    ),
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
    (
      "send tapped $id\nlet id = rows[0].id",
      """
      test:1:13: error: there is no variable `$id` here
        send tapped $id
                    ^~~
        one is made by `let NAME = PATH`, with the value that the state has there
      """
    ),
    (
      "let $id = rows[0].id\nlet id == a\nlet 1 = a\nlet id rows\nlet id =\nlet",
      """
      test:1:5: error: expected a name, found `$`
        let $id = rows[0].id
            ^
        the `$` is for where the variable is used
      test:2:9: error: expected a path into the state, or a value, found `=`
        let id == a
                ^
      test:3:5: error: expected a name, found `1`
        let 1 = a
            ^
      test:4:8: error: expected `=`, found `rows`
        let id rows
               ^~~~
      test:5:9: error: expected a path into the state, or a value, found the end of the line
        let id =
                ^
      test:6:4: error: expected a name, found the end of the file
        let
           ^
      """
    ),
    (
      "let id = 1\nsend a $id\nexpect rows[$id] == 1\nexpect rows[?] == 1\nshow a[\"b\"].$id",
      """
      test:4:13: error: expected an index, `id: …`, a key in double quotes or a variable, found `?`
        expect rows[?] == 1
                    ^
      test:5:13: error: expected a name after `.`, found `$`
        show a["b"].$id
                    ^
      """
    ),
    (
      "send a.\nshow",
      """
      test:1:8: error: expected a name after `.`, found the end of the line
        send a.
               ^
      """
    ),
    (
      "advance 876001h",
      nil
    ),
    (
      "send a [1, 2\nshow",
      """
      test:2:1: error: expected `,` or `]`, found `show`
        show
        ^~~~
      """
    ),
  ])
  func messages(text: String, message: String?) {
    #expect(errors(in: text) == message)
  }

  @Test(arguments: [
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
    Mistake(#"send a {"b": 1, |"b"|: 2}"#, #"the name "b" is here twice"#),
    Mistake(#"send a |"open|"#, #"the string does not end: expected `"`"#),
    Mistake("send a |007|", "a number does not begin with 0"),
    Mistake("send a |1e999|", "the number is too large"),
    Mistake(#"send a "|\|q""#, "unknown escape", #"expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
    Mistake(#"send a "|\ud800|x""#, #"half of a surrogate pair: two `\u` escapes make one character here"#),
    Mistake("repeat |3x| { show }", "expected how many times, as a number, found `3x`"),
    Mistake("repeat 3 { show } |show|", "expected the end of the line, found `show`"),
  ])
  func mistakes(_ mistake: Mistake) {
    #expect(errors(in: mistake.line) == mistake.message)
  }

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

  @Test func tabsAndWideCharactersKeepTheCaretInPlace() {
    #expect(
      errors(in: "\tsend 検索👩‍👩‍👧e\u{301} \"語\" x")
        == """
        test:1:16: error: expected the end of the line, found `x`
          \tsend 検索👩‍👩‍👧e\u{301} "語" x
          \t                  ^
        """
    )
    #expect(
      errors(in: "検索")
        == """
        test:1:1: error: unknown statement `検索`
          検索
          ^~~~
          expected `send`, `await`, `expect`, `press`, `fill`, `open`, `see`, `let`, `alias`, `advance`, `show`, \
        `screen`, `section`, `include`, `repeat`, \
        `override`, `answer` or `context`
        """
    )
  }

  @Test func allMistakesAreReported() {
    #expect(
      errors(
        in: """
          sned a
          send b {"c": [1, 2
            3], "send": 4}
          show c
          advance
          """
      ) == """
        test:1:1: error: unknown statement `sned`
          sned a
          ^~~~
          expected `send`, `await`, `expect`, `press`, `fill`, `open`, `see`, `let`, `alias`, `advance`, `show`, \
        `screen`, `section`, `include`, `repeat`, \
        `override`, `answer` or `context`
          did you mean `send`?
        test:3:3: error: expected `,` or `]`, found `3`
            3], "send": 4}
            ^
        test:5:8: error: expected a duration such as `300ms`, found the end of the file
          advance
                 ^
        """
    )
  }

  @Test func onlyTheFirstTwentyMistakesAreReported() throws {
    let message = try #require(errors(in: String(repeating: "?\n", count: 1000)))
    #expect(message.split(separator: "\n").filter { $0.contains("error:") }.count == 20)
    #expect(message.hasSuffix("\n… there may be more mistakes"))
  }

  @Test func longLinesAreCutAroundTheMistake() {
    let filler = String(repeating: "x", count: 200)
    #expect(
      errors(in: #"send a "\#(filler)" ! "\#(filler)""#)
        == """
        test:1:211: error: expected the end of the line, found `!`
          …\(filler.prefix(78))" ! "\(filler.prefix(77))…
          \(String(repeating: " ", count: 81))^
        """
    )
  }

  @Test func nothingInAMessageCanControlTheTerminal() {
    #expect(
      errors(in: "send a \u{1B}[31m \u{202E}x")
        == """
        test:1:8: error: expected a value or the end of the line, found `\u{FFFD}`
          send a \u{FFFD}[31m \u{FFFD}x
                 ^
        """
    )
    // Two bytes that no terminal shows and some obey.
    let source = SourceText(name: "test", text: "show a\u{9B}31m")
    #expect(
      Diagnostic(5..<11, "there is no `a\u{9B}31m`", notes: "a \u{202E}note").rendered(in: source) == """
        test:1:6: error: there is no `a\u{FFFD}31m`
          show a\u{FFFD}31m
               ^~~~~
          a \u{FFFD}note
        """
    )
  }

  @Test func bytesThatAreNoText() {
    #expect(throws: ScriptErrors.self) {
      try ScriptParser.parse(SourceText(name: "test", bytes: Array("show\nshow é".utf8).dropLast() + [0xFF, 0x0A]))
    }
    do {
      _ = try ScriptParser.parse(SourceText(name: "test", bytes: Array("show\nshow \u{E9}".utf8).dropLast()))
    } catch {
      #expect(error.rendered.hasPrefix("test:2:6: error: this is not UTF-8 text\n  show \u{FFFD}\n"))
    }
  }
}

extension Statement {
  /// The statement as text.
  fileprivate var summary: String {
    switch kind {
    case .send(let path, let payload): "send \(path)" + (payload.map { " \($0.value)" } ?? "")
    case .let(let name, let path): "let \(name) = \(path)"
    case .alias(let name, let path): "alias \(name) = \(path)"
    case .print(let node): "show \(node)"
    case .person(let statement): "\(statement.verb) \(statement.nodes)"
    case .advance(let duration): "advance \(duration.scriptDescription)"
    case .await(let path, let limit): "await \(path) within \(limit.scriptDescription)"
    case .awaitModification(let name, let limit): "await \(name) within \(limit.scriptDescription)"
    case .expect(let path, let comparison, let value): "expect \(path) \(comparison.rawValue) \(value.value)"
    case .show(let path): "show" + (path.map { " \($0)" } ?? "")
    case .screen: "screen"
    case .define(let name, let value): "let \(name) = \(value)"
    case .section(let title): "section \(title)"
    case .override(let override): "override \(override)"
    case .answer(let answer): "answer \(answer.endpoint)"
    case .context(let isLive): "context \(isLive ? "live" : "mock")"
    }
  }
}
