import Testing

@testable import StoreInspection
@testable import StoreScript

struct RepeatTests {
  @Test func aBlockRunsSoManyTimes() throws {
    let script = try script(
      """
      repeat 3 {
        send a $index  # counts from 0

        show rows[$index].name
      }
      repeat 0 { show }
      repeat 2 {}
      show
      """
    )
    #expect(
      script.statements.map(\.summary) == [
        "send a 0", "show rows[0].name", "send a 1", "show rows[1].name", "send a 2", "show rows[2].name", "show",
      ]
    )
    #expect(script.statements[1].passes.map(\.index) == [0])
    #expect(script.statements[4].passes.map(\.index) == [2])
    #expect(script.statements[4].passes.map(\.count) == [3])
    #expect(script.statements[6].passes.isEmpty)
    // Copies that are the same are known.
    let ids = try StoreInspectionTests.script("repeat 2 {\n  show a\n  send b $index\n}").statements.map(\.id)
    #expect(ids[0] == ids[2])
    #expect(Set(ids).count == 3)
  }

  @Test func blocksNest() throws {
    let script = try script(
      """
      repeat 2 {
        let outer = $index
        repeat 2 { send a {"outer": $outer, "inner": $index, "all": [$index, .b($index)]} }
        send b(at: $index)
      }
      """
    )
    #expect(
      script.statements.map(\.summary) == [
        "let outer = 0", #"send a {"outer": $outer, "inner": 0, "all": [0, .b(0)]}"#,
        #"send a {"outer": $outer, "inner": 1, "all": [1, .b(1)]}"#, "send b (at: 0)", "let outer = 1",
        #"send a {"outer": $outer, "inner": 0, "all": [0, .b(0)]}"#,
        #"send a {"outer": $outer, "inner": 1, "all": [1, .b(1)]}"#, "send b (at: 1)",
      ]
    )
    #expect(script.statements[2].passes.map(\.index) == [0, 1])
  }

  @Test(arguments: [
    ("repeat 2 { show }\nsend a $index", ["test:2:8: error: there is no variable `$index` here"]),
    (
      "repeat {\n}",
      [
        "test:1:8: error: expected how many times, as a number, found `{`",
        "test:2:1: error: there is no block that `}` could end",
      ]
    ),
    ("repeat 3\nshow", ["test:1:9: error: expected `{`, found the end of the line"]),
    (
      "repeat 2 {\n  sohw\n  advance\n}\nadvance",
      [
        "test:2:3: error: unknown statement `sohw`",
        "test:3:10: error: expected a duration such as `300ms`, found the end of the line",
        "test:5:8: error: expected a duration such as `300ms`, found the end of the file",
      ]
    ),
    (
      "show\nrepeat 3 {\n  show",
      ["test:3:7: error: expected a statement or `}`, found the end of the file", "the block begins at test:2:1"]
    ),
    (
      "repeat 50001 {\n  show\n  show\n}",
      ["test:1:1: error: more than 100000 statements", "a block counts as many times as it is repeated"]
    ),
    (
      "repeat 99999 { expect rows == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, $index] }",
      [
        "test:1:1: error: more than 1000000 values",
        "a value that contains `$index` counts with all its parts, as many times as it is repeated",
      ]
    ),
  ])
  func mistakes(text: String, messages: [String]) throws {
    let rendered = try #require(errors(in: text))
    for message in messages { #expect(rendered.contains("\(message)\n") || rendered.hasSuffix(message)) }
    #expect(rendered.split(separator: "error: ").count - 1 == messages.count { $0.contains("error: ") })
  }

  @Test(arguments: [
    "repeat 99999999999999999999 { show }", "repeat 9223372036854775807 { show }",
    String(repeating: "repeat 1000 { ", count: 15) + "show" + String(repeating: " }", count: 15),
    String(repeating: "repeat 100000 { show }\n", count: 3),
  ])
  func bombs(text: String) throws {
    #expect(try #require(errors(in: text)).contains("more than 100000 statements"))
    #expect(try script("repeat 9223372036854775807 { repeat 9223372036854775807 {} }").statements.isEmpty)
  }

  @Test func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "repeat 1 {", count: depth) + " show" + String(repeating: "}", count: depth)
    }
    #expect(try script(nested(ScriptParser.nestingLimit)).statements.count == 1)
    #expect(try #require(errors(in: nested(21))).contains("error: more than 20 blocks within each other"))
    #expect(try #require(errors(in: nested(100_000))).contains("error: more than 20 blocks within each other"))
  }
}

/// At a prompt, a text continues on the next line if its only mistake is that it ends too early.
struct IncompleteScriptTests {
  private static let incomplete = [
    "send a {", "send a {\"b\":", "send a [1,", "send a [1, # and", "send a {\"b\": tru", "send a(", "send a .b(c: [",
    "repeat 2 {", "repeat 2 {\n  show\n", "repeat 2 {\n  repeat 3 {\n }", "repeat 2 { send a [", "expect a == [\n",
    "show\nsend a {",
  ]
  private static let wrong = [
    "send", "send a.", "advance", "expect a ==", "send a \"b", "send a {\"b\": \"c", "send a ]", "repeat 2", "repeat {",
    "shwo\nsend a {", "repeat 2 {\n  shwo", "send a {\"b\" 1", "let", "}", "expect a[0", "send a [1 2", "include \"",
  ]

  @Test(arguments: incomplete.map { ($0, true) } + wrong.map { ($0, false) })
  func goesOn(text: String, isIncomplete: Bool) {
    #expect(mistakes(in: text)?.isIncomplete == isIncomplete)
  }

  @Test func whatIsRightSoFarIsThere() {
    #expect(mistakes(in: "show a\nshwo b\nshow c")?.statements.count == 2)
  }

  private func mistakes(in text: String) -> ScriptErrors? {
    #expect(throws: ScriptErrors.self) { try script(text) }
  }
}
