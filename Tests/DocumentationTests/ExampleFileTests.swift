import Foundation
import TestSupport
import Testing

/// Lines of examples are replaced with the blocks that they name.
@Suite(.ownThreads) struct ExampleFileTests {
  private let folder = TemporaryFolder()
  private static let polling = """
    # Polling

    ```swift
    struct Build {
      let id: Int
    }
    ```

    - A list:

      ```swift
      let build = Build(id: 1)

      print(build)
      ```

    ```sh
    swift run
    ```
    """

  /// What is written for the lines of an example, with `ROOT` for the folder.
  private func written(_ lines: String...) throws -> (text: [String], mistakes: [String]) {
    let comment = "struct A {\n  /// ```swift\n  /// A()\n  /// ```\n  let a = 1\n}"
    let tutorial = "import Testing\n\n  @Test func runs() {}"
    for (path, text) in [
      "docs/Polling.md": Self.polling, "Sources/A.swift": comment, "Sources/B/Polling.md": "# Nothing",
      "Sources/Store.docc/Resources/01-Tests.swift": tutorial, ".build/A.swift": comment,
    ] {
      let url = folder.url.appending(path: path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    var mistakes: [ExampleFile.Mistake] = []
    let example = ExampleFile(path: "Examples/E.swift", text: lines.joined(separator: "\n"))
    let files = ExampleFile.written([example], Documents(root: folder.url), mistakes: &mistakes)
    #expect(files.map(\.name) == ["E+Blocks.swift"])
    let text = files[0].text.replacing(folder.url.path + "/", with: "")
    return (
      text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), mistakes.map(\.description)
    )
  }

  @Test func aBlockStandsAtItsPlace() throws {
    let (text, mistakes) = try written("{", "  // #include docs/Polling.md: print(build)", "}")
    #expect(
      text == [
        #"#sourceLocation(file: "Examples/E.swift", line: 1)"#, "{",
        #"#sourceLocation(file: "docs/Polling.md", line: 12)"#,
        "  let build = Build(id: 1)", "", "  print(build)", #"#sourceLocation(file: "Examples/E.swift", line: 3)"#, "}",
      ]
    )
    #expect(mistakes == [])
  }

  private func code(_ lines: String...) throws -> [String] {
    let (text, mistakes) = try written(lines.joined(separator: "\n"))
    #expect(mistakes == [])
    return text.filter { !$0.hasPrefix("#sourceLocation") && !$0.isEmpty }
  }

  @Test func aDocumentStandsForTheBlocksThatAreNotNamed() throws {
    let all = ["struct Build {", "  let id: Int", "}", "  let build = Build(id: 1)", "  print(build)"]
    #expect(try code("// #include docs/Polling.md") == all)
    #expect(
      try code("// #include docs/Polling.md", "//", "// #include docs/Polling.md: struct Build")
        == all[3...] + ["//"] + all[..<3]
    )
  }

  @Test func partsOfABlock() throws {
    #expect(try code("// #include docs/Polling.md: struct Build { ... id") == ["struct Build {", "  let id: Int"])
    #expect(try code("// #include docs/Polling.md: id: Int ...") == ["  let id: Int", "}"])
    #expect(try code("// #include docs/Polling.md: ... id: Int") == ["struct Build {", "  let id: Int"])
  }

  @Test func commentsAndTutorials() throws {
    #expect(try code("// #include A.swift") == ["      A()"])
    #expect(try code("// #include 01-Tests.swift") == ["        func runs() {}"])
  }

  @Test(
    arguments: [
      ("Other.md", #"There is no document "Other.md"."#),
      ("Polling.md", #""Polling.md" may be Sources/B/Polling.md or docs/Polling.md."#),
      ("Sources/B/Polling.md", "Sources/B/Polling.md has no Swift block that is not included elsewhere."),
      ("docs/Polling.md: swift run", "No Swift block of docs/Polling.md has the text: swift run"),
      ("docs/Polling.md: Build", "docs/Polling.md:4 and docs/Polling.md:12 have the text: Build"),
      ("docs/Polling.md: struct ... print", "The block at docs/Polling.md:4 does not go on to: print"),
    ]
  )
  func mistakesAreNamed(_ reference: String, _ message: String) throws {
    #expect(try written("", "// #include \(reference)").mistakes == ["Examples/E.swift:2: error: \(message)"])
  }
}
