import Foundation
import TestSupport
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
    let expected = [
      "send a 0", "show rows[0].name", "send a 1", "show rows[1].name", "send a 2", "show rows[2].name", "show",
    ]
    #expect(script.statements.map(\.summary) == expected)
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
    let expected = [
      "let outer = 0", #"send a {"outer": $outer, "inner": 0, "all": [0, .b(0)]}"#,
      #"send a {"outer": $outer, "inner": 1, "all": [1, .b(1)]}"#, "send b (at: 0)", "let outer = 1",
      #"send a {"outer": $outer, "inner": 0, "all": [0, .b(0)]}"#,
      #"send a {"outer": $outer, "inner": 1, "all": [1, .b(1)]}"#, "send b (at: 1)",
    ]
    #expect(script.statements.map(\.summary) == expected)
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
  func goesOn(text: String, isIncomplete: Bool) { #expect(mistakes(in: text)?.isIncomplete == isIncomplete) }

  @Test func whatIsRightSoFarIsThere() { #expect(mistakes(in: "show a\nshwo b\nshow c")?.statements.count == 2) }

  private func mistakes(in text: String) -> ScriptErrors? { #expect(throws: ScriptErrors.self) { try script(text) } }
}

private func parse(_ files: [String: String], main: String = "main") throws(ScriptErrors) -> Script {
  try ScriptParser.parse(SourceText(name: main, text: files[main] ?? "")) { path throws(FileError) in
    guard let text = files[path] else { throw FileError(.read, path, reason: "No such file or directory") }
    return SourceText(name: path, text: text)
  }
}

/// The error messages for a script, which must be wrong.
private func errors(_ files: [String: String], main: String = "main") -> String? {
  let errors = #expect(throws: ScriptErrors.self) { try parse(files, main: main) }
  return errors?.rendered
}

extension Script {
  /// The position and the text of each statement.
  fileprivate var lines: [String] {
    statements.map { "\($0.source.reference(to: $0.range.lowerBound)) \($0.source[$0.range])" }
  }
}

struct IncludeTests {
  private let folder = TemporaryFolder()

  @Test func theStatementsOfAFileStandInThePlaceOfTheInclude() throws {
    let script = try parse([
      "main": "show a\ninclude \"more\"  # and a comment\nshow c\nshow d", "more": "# nothing else\nshow b",
    ])
    #expect(script.lines == ["main:1:1 show a", "more:2:1 show b", "main:3:1 show c", "main:4:1 show d"])
  }

  @Test func pathsAreRelativeToTheIncludingFile() throws {
    let script = try parse(
      [
        "a/main": #"include "b/one""#, "a/b/one": "include \"two\"\ninclude \"../three\"\ninclude \"/four\"",
        "a/b/two": "show two", "a/b/../three": "show three", "/four": "show four",
      ],
      main: "a/main"
    )
    #expect(script.lines == ["a/b/two:1:1 show two", "a/b/../three:1:1 show three", "/four:1:1 show four"])
    #expect(SourceText(name: "main", text: "").path(of: "-") == "./-", "not the standard input")
  }

  @Test func variablesAreShared() throws {
    let script = try parse(["main": "let a = x\ninclude \"more\"\nsend one $b", "more": "send one $a\nlet b = y"])
    #expect(script.statements.count == 4)
    let early = errors(["main": "include \"more\"\nlet a = x", "more": "send one $a"])
    #expect(early?.hasPrefix("more:1:10: error: there is no variable `$a` here\n") == true)
  }

  @Test func mistakesNameTheFileAndHowOneCameThere() {
    #expect(
      errors(["main": "show a\n  include \"one\"", "one": "show b\ninclude \"two\"", "two": "advance"])
        == """
        two:1:8: error: expected a duration such as `300ms`, found the end of the file
          advance
                 ^
          included from one:2:9
          included from main:2:11
        """
    )
    let files = ["main": "include \"a\"", "a": "include \"./b\"", "./b": "show\ninclude \"././main\""]
    let expected = """
      ./b:2:9: error: ./././main would include itself, over and over
        include "././main"
                ^~~~~~~~~~
        included from a:1:9
        included from main:1:9
      """
    #expect(errors(files) == expected)
    // A mistake in a file that is included twice is told once.
    let twice = errors(["main": "include \"a\"\ninclude \"a\"\nadvance", "a": "advance\n"])
    let places = twice?.split(separator: "\n").filter { $0.contains("error:") }.map { $0.prefix { $0 != " " } }
    #expect(places == ["a:1:8:", "main:3:8:"])
  }

  @Test(arguments: [
    Mistake(#"include |"missing.script"|"#, "cannot read missing.script: No such file or directory"),
    Mistake(#"include |"test"|"#, "test would include itself, over and over"),
    Mistake("include |more|.script", "expected a file's name in double quotes, found `more`"),
    Mistake(#"include |""|"#, "expected a file's name in double quotes"),
    Mistake(#"include |"a\u0000b"|"#, "no file can have this name"),
    Mistake(#"include "a" |"|b""#, #"expected the end of the line, found `"`"#),
  ])
  func mistakes(_ mistake: Mistake) { mistake.expect(errors(["test": mistake.line, "a": ""], main: "test")) }

  @Test func theNearestNameBesideAMissingFile() throws {
    try folder.write("show", to: "login.script")
    let main = folder.path("main.script")
    let errors = #expect(throws: ScriptErrors.self) {
      try ScriptParser.parse(SourceText(name: main, text: #"include "lgoin.script""#))
    }
    #expect(errors?.rendered.hasSuffix("\n  did you mean `login.script`?") == true)
  }

  /// A symbolic link is another name of the same file.
  @Test func aCycleThroughALink() throws {
    try folder.write(#"include "link.script""#, to: "main.script")
    let (main, link) = (folder.path("main.script"), folder.path("link.script"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: main)
    let errors = #expect(throws: ScriptErrors.self) { try ScriptParser.parse(try InputFile.read(main)) }
    #expect(errors?.rendered.contains("would include itself") == true)
  }

  @Test func depth() throws {
    func chain(_ length: Int) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: (0...length).map {
          ($0 == 0 ? "main" : "f\($0)", $0 == length ? "show" : "include \"f\($0 + 1)\"")
        }
      )
    }
    #expect(try parse(chain(ScriptParser.nestingLimit)).statements.count == 1)
    let message = try #require(errors(chain(ScriptParser.nestingLimit + 1)))
    #expect(message.hasPrefix("f20:1:9: error: more than 20 files include each other\n"))
    #expect(message.hasSuffix("\n  included from main:1:9"))
  }

  /// Nineteen files that each include the next one twice would lead to half a million includes.
  @Test func aBombOfIncludes() throws {
    var files = ["main": "include \"f1\"\ninclude \"f1\""]
    for index in 1..<19 { files["f\(index)"] = "include \"f\(index + 1)\"\ninclude \"f\(index + 1)\"" }
    files["f19"] = ""
    #expect(try #require(errors(files)).contains("files are included more than 1000 times"))
  }

  /// Not UTF-8 from the first byte on, so that not all of it is read. Together, 839 of these files are over 16 MB.
  @Test func aFileThatIsNoTextOrTooLarge() {
    let main = SourceText(name: "main", text: String(repeating: "include \"a\"\n", count: 839))
    let file = SourceText(name: "a", bytes: [0xFF] + [UInt8](repeating: 0x0A, count: 19_999))
    let errors = #expect(throws: ScriptErrors.self) { try ScriptParser.parse(main) { _ in file } }
    for message in [
      "a:1:1: error: this is not UTF-8 text\n  \u{FFFD}\n  ^\n  included from main:1:9",
      "\nmain:839:9: error: cannot read a: with it the script is larger than 16 MB\n",
    ] { #expect(errors?.rendered.contains(message) == true, "\(message)") }
  }
}
