import Foundation
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript

/// Parses a script whose files are in memory.
private func parse(_ files: [String: String], main: String = "main.script") throws -> Script {
  try ScriptParser.parse(SourceText(name: main, text: files[main] ?? "")) { path throws(FileError) in
    guard let text = files[path] else { throw FileError(.read, path, reason: "No such file or directory") }
    return SourceText(name: path, text: text)
  }
}

/// The error messages for a script, which must be wrong.
private func errors(_ files: [String: String], main: String = "main.script") -> String? {
  do {
    _ = try parse(files, main: main)
    return nil
  } catch {
    return (error as? ScriptErrors)?.rendered
  }
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
      "main.script": "show a\ninclude \"more.script\"  # and a comment\nshow c\nshow d",
      "more.script": "# nothing else\nshow b",
    ])
    #expect(
      script.lines == [
        "main.script:1:1 show a", "more.script:2:1 show b", "main.script:3:1 show c", "main.script:4:1 show d",
      ]
    )
  }

  @Test func pathsAreRelativeToTheIncludingFile() throws {
    let script = try parse(
      [
        "a/main.script": #"include "b/one.script""#,
        "a/b/one.script": "include \"two.script\"\ninclude \"../three.script\"\ninclude \"/four.script\"",
        "a/b/two.script": "show two",
        "a/b/../three.script": "show three",
        "/four.script": "show four",
      ],
      main: "a/main.script"
    )
    #expect(
      script.lines == [
        "a/b/two.script:1:1 show two", "a/b/../three.script:1:1 show three", "/four.script:1:1 show four",
      ]
    )
    #expect(SourceText(name: "main.script", text: "").path(of: "-") == "./-", "not the standard input")
  }

  @Test func variablesAreShared() throws {
    let script = try parse([
      "main.script": "let a = x\ninclude \"more.script\"\nsend one $b",
      "more.script": "send one $a\nlet b = y",
    ])
    #expect(script.statements.count == 4)
    #expect(
      errors(["main.script": "include \"more.script\"\nlet a = x", "more.script": "send one $a"])?
        .hasPrefix("more.script:1:10: error: there is no variable `$a` here\n") == true
    )
  }

  @Test func mistakesNameTheFileAndHowOneCameThere() {
    #expect(
      errors([
        "main.script": "show a\n  include \"one.script\"",
        "one.script": "show b\ninclude \"two.script\"",
        "two.script": "shwo c",
      ])?.hasPrefix(
        """
        two.script:1:1: error: unknown statement `shwo`
          shwo c
          ^~~~

        """
      ) == true
    )
    #expect(
      errors([
        "main.script": "show a\n  include \"one.script\"",
        "one.script": "show b\ninclude \"two.script\"",
        "two.script": "advance",
      ])
        == """
        two.script:1:8: error: expected a duration such as `300ms`, found the end of the file
          advance
                 ^
          included from one.script:2:9
          included from main.script:2:11
        """
    )
  }

  @Test func aMistakeInAFileThatIsIncludedTwiceIsToldOnce() throws {
    let message = try #require(
      errors(["main.script": "include \"a\"\ninclude \"a\"\nadvance", "a": "advance\n"])
    )
    #expect(
      message.split(separator: "\n").filter { $0.contains("error:") }.map { $0.prefix(20) }
        == ["a:1:8: error: expect", "main.script:3:8: err"]
    )
  }

  @Test func aMessageFromAnotherFile() {
    let files = ["main.script": "include \"a\"", "a": "include \"./b\"", "./b": "show\ninclude \"././main.script\""]
    #expect(
      errors(files) == """
        ./b:2:9: error: ./././main.script would include itself, over and over
          include "././main.script"
                  ^~~~~~~~~~~~~~~~~
          included from a:1:9
          included from main.script:1:9
        """
    )
  }

  @Test(arguments: [
    Mistake(#"include |"missing.script"|"#, "cannot read missing.script: No such file or directory"),
    Mistake(#"include |"test"|"#, "test would include itself, over and over"),
    Mistake("include |more|.script", "expected a file's name in double quotes, found `more`"),
    Mistake(#"include |""|"#, "expected a file's name in double quotes"),
    Mistake(#"include |"a\u0000b"|"#, "no file can have this name"),
    Mistake(#"include "a" |"|b""#, #"expected the end of the line, found `"`"#),
  ])
  func mistakes(_ mistake: Mistake) {
    #expect(errors(["test": mistake.line, "a": ""], main: "test") == mistake.message)
  }

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
    let main = folder.url.appending(path: "main.script")
    try Data(#"include "link.script""#.utf8).write(to: main)
    try FileManager.default.createSymbolicLink(at: folder.url.appending(path: "link.script"), withDestinationURL: main)
    let errors = #expect(throws: ScriptErrors.self) { try ScriptParser.parse(try InputFile.read(main.path)) }
    #expect(errors?.rendered.contains("would include itself") == true)
  }

  @Test func depth() throws {
    func chain(_ length: Int) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: (0...length).map {
          ($0 == 0 ? "main.script" : "f\($0)", $0 == length ? "show" : "include \"f\($0 + 1)\"")
        }
      )
    }
    #expect(try parse(chain(ScriptParser.nestingLimit)).statements.count == 1)
    let message = try #require(errors(chain(ScriptParser.nestingLimit + 1)))
    #expect(message.hasPrefix("f20:1:9: error: more than 20 files include each other\n"))
    #expect(message.hasSuffix("\n  included from main.script:1:9"))
  }

  /// Nineteen files that each include the next one twice would lead to half a million includes.
  @Test func aBombOfIncludes() throws {
    var files = ["main.script": "include \"f1\"\ninclude \"f1\""]
    for index in 1..<19 { files["f\(index)"] = "include \"f\(index + 1)\"\ninclude \"f\(index + 1)\"" }
    files["f19"] = ""
    #expect(try #require(errors(files)).contains("files are included more than 1000 times"))
  }

  @Test func aLargeFileThatIsIncludedTwice() throws {
    do throws(ScriptErrors) {
      let main = SourceText(name: "main", text: "include \"a\"\ninclude \"a\"")
      _ = try ScriptParser.parse(main) { path throws(FileError) in
        // Not UTF-8 from the first byte on, so that the parser does not read all of it.
        SourceText(name: path, bytes: [0xFF] + [UInt8](repeating: 0, count: 9 << 20))
      }
      Issue.record("it is no UTF-8")
    } catch {
      #expect(error.rendered.contains("\nmain:2:9: error: cannot read a: with it the script is larger than 16 MB\n"))
    }
  }

  @Test func anIncludedFileThatIsNoText() throws {
    do throws(ScriptErrors) {
      _ = try ScriptParser.parse(SourceText(name: "main", text: "include \"a\"")) { path throws(FileError) in
        SourceText(name: path, bytes: [0xFF])
      }
      Issue.record("it is no UTF-8")
    } catch {
      #expect(
        error.rendered == "a:1:1: error: this is not UTF-8 text\n  \u{FFFD}\n  ^\n  included from main:1:9"
      )
    }
  }
}
