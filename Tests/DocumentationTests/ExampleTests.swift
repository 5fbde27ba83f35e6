#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  /// The examples of the documentation are compiled and, where possible, run. So they can't become outdated.
  @Suite(.ownThreads) struct ExampleTests {
    private let folder = TemporaryFolder()

    @Test func allBlocksAreCompiled() throws {
      let documents = Documents(root: Repository.root)
      let examples = try Examples.all(in: documents)
      let lines = try Set(examples.flatMap { CodeBlock.lines(of: try $0.text(in: documents)).map(String.init) })
      let blocks = examples.flatMap(\.documents).flatMap(\.blocks)
      #expect(blocks.count > 300)
      // The tutorial's code is in files.
      #expect(examples.filter(\.documents.isEmpty).map(\.name) == ["TutorialStages"], "Nothing needs these preludes.")
      for chunk in blocks.flatMap(Chunk.chunks) {
        let places = [chunk.firstLine - 1, chunk.firstLine].map { documents.place(chunk.path, $0) }
        #expect(!lines.isDisjoint(with: places), "\(chunk.path):\(chunk.firstLine) is not compiled.")
      }
    }

    /// The compiler names the lines of documents, whatever stands in a block.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc.")) func mistakesAreNamed() throws {
      let folderOfSources = "Sources/Store/Examples"
      let mistakes: [(path: String, code: String, line: Int)] = [
        ("README.md", "struct A {\n  let a: Wrong\n}", 5),
        ("README.ja.md", "let a = 1\n\nprint(a, wrong)", 6),
        ("docs/A.md", "#expect(wrong)", 4),
        ("Sources/Store/Documentation.docc/Articles/B.md", "extension Wrong {}", 4),
        ("Sources/Store/Documentation.docc/Recipes/C.md", "@Test func a() {\n  wrong()\n}", 5),
        ("\(folderOfSources)/D.swift", "case .a:\n  return wrong", 5),
        ("\(folderOfSources)/E.swift", "@Dependency(\\.uuid) var uuid\n\nreturn wrong", 6),
        ("\(folderOfSources)/F.swift", "Scope(state: \\.wrong, action: \\.wrong) { F() }", 4),
        ("\(folderOfSources)/G.swift", ".wrong()", 4),
        ("\(folderOfSources)/H.swift", "$0.wrong = 1", 4),
        ("\(folderOfSources)/I.swift", "wrong,", 4),
        ("\(folderOfSources)/J.swift", "enum Action {\n  case a(Wrong)\n}", 5),
      ]
      for (path, code, _) in mistakes {
        let lines = "Text\n\n```swift\n\(code)\n```".split(separator: "\n", omittingEmptySubsequences: false)
        let mark = path.hasSuffix(".swift") ? "    /// " : ""
        try write(lines.map { mark + $0 }.joined(separator: "\n"), to: path)
      }
      try write("struct State {}\n\nenum Action { case a, b }\n", to: "\(Examples.folder)/Examples+Prelude.swift")
      let documents = Documents(root: folder.url)
      let sources = try Examples.all(in: documents).map { ($0.fileName, try $0.text(in: documents)) }
      let output = try Compiler.output(for: sources, options: ["-swift-version", "6", "-wmo"])
      for (path, _, line) in mistakes {
        #expect(output.contains("\(folder.url.path)/\(path):\(line):"), "\(path) is not named: \(output)")
      }
    }

    private func write(_ text: String, to path: String) throws {
      let url = folder.url.appending(path: path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }

    @Test func blocksAreFound() {
      let text =
        "/// Text\n///\n///   ```swift\n///   a()\n///\n///     b()\n///   ```\nlet x = 1\n/// ```sh\n/// c\n/// ```"
      let blocks = CodeBlock.blocks(inCommentsOf: text, path: "Code.swift")
      #expect(blocks.map(\.language) == ["swift", "sh"])
      #expect(blocks.map(\.lines) == [["a()", "", "  b()"], ["c"]])
      #expect(blocks.map(\.location) == ["Code.swift:4", "Code.swift:10"])
    }
  }
#endif

/// All Markdown files except the list of changes, which quotes code of older versions.
func markdownFiles() throws -> [Repository.File] {
  try Repository.files(in: "", ["md"]).filter { $0.path != "CHANGELOG.md" }
}
