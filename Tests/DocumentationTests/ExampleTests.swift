import TestSupport
import Testing

/// The examples of the documentation are compiled and, where possible, run. So they can't become outdated.
@Suite(.ownThreads) struct ExampleTests {
  private static let folder = "Tests/DocumentationTests/Examples"

  private func check(_ blocks: [CodeBlock], _ sourceLocation: SourceLocation = #_sourceLocation) throws {
    let files = try Repository.files(in: Self.folder).map { ExampleFile(path: $0.path, text: $0.text) }
    var mistakes: [ExampleFile.Mistake] = []
    let written = ExampleFile.written(files, Documents(root: Repository.root), mistakes: &mistakes)
    #expect(mistakes.isEmpty, sourceLocation: sourceLocation)
    let code = CompiledCode(
      try written.map { Repository.File(path: $0.name, text: $0.text) } + Repository.files(in: "Examples/Counter")
    )
    for block in blocks where block.language == "swift" {
      for missing in code.missingParts(of: block) {
        let place =
          missing.closest.map { "The closest code is at \($0), which has another line there." }
          ?? "There is no code that begins like it."
        Issue.record(
          """
          \(block) is not compiled: no example has the line

            \(missing.firstDifference)

          \(place)
          Name the block in a file of \(Self.folder), in a test that runs it if possible:

            // #include \(block.path): \(missing.firstDifference)
          """,
          sourceLocation: sourceLocation
        )
      }
    }
  }

  @Test func markdown() throws {
    let blocks = try markdownFiles().flatMap { CodeBlock.blocks(inMarkdown: $0.text, path: $0.path) }
    #expect(blocks.count > 10)
    // Other tests check the manifests.
    try check(blocks.filter { !$0.text.contains("import PackageDescription") })
  }

  @Test(arguments: ["Dependencies", "Store", "StoreInspection", "StoreScript", "StoreTesting", "StoreTrace"])
  func documentationComments(target: String) throws {
    let blocks = try Repository.files(in: "Sources/\(target)").flatMap {
      CodeBlock.blocks(inCommentsOf: $0.text, path: $0.path)
    }
    #expect(blocks.count > 2)
    try check(blocks)
  }

  /// The check itself finds differences.
  @Test func differencesAreFound() {
    let code = CompiledCode([Repository.File(path: "Code.swift", text: "  {\n    a()\n    b()  // c\n\n  }\n  d()\n")])
    func differences(_ lines: String...) -> [String] {
      code.missingParts(of: CodeBlock(language: "swift", lines: lines, path: "", firstLine: 1, indentation: 0)).map(
        \.firstDifference
      )
    }
    #expect(differences("{", "  a()", "  b() // c", "", "}", "d()") == [])
    #expect(differences("d()", "", "a()", "b() // c") == [])
    #expect(differences("a()", "b()") == ["b()"])
    #expect(differences("{", "a()") == ["a()"])
    #expect(differences("e()", "", "d()", "", "a()", "d()") == ["e()", "d()"])
  }

  @Test func blocksAreFound() {
    let file = Repository.File(
      path: "Code.swift",
      text:
        "/// Text\n///\n///   ```swift\n///   a()\n///\n///     b()\n///   ```\nlet x = 1\n/// ```sh\n/// c\n/// ```"
    )
    let blocks = CodeBlock.blocks(inCommentsOf: file.text, path: file.path)
    #expect(blocks.map(\.language) == ["swift", "sh"])
    #expect(blocks.map(\.lines) == [["a()", "", "  b()"], ["c"]])
    #expect(blocks.map(\.location) == ["Code.swift:4", "Code.swift:10"])
  }
}

/// All Markdown files except the list of changes, which quotes code of older versions.
func markdownFiles() throws -> [Repository.File] {
  try Repository.files(in: "", ["md"]).filter { $0.path != "CHANGELOG.md" }
}
