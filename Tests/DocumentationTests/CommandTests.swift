import Foundation
import TestSupport
import Testing

/// The commands in the documentation print what the documentation shows.
@Suite(.ownThreads) struct CommandTests {
  private let folder = TemporaryFolder()

  /// Runs the blocks of commands, and checks that their output contains the `text` block that follows.
  @Test func commandBlocks() async throws {
    let messages = try await Failures.messages()
    var count = 0
    for file in try markdownFiles() {
      var output: String?
      let blocks = CodeBlock.blocks(inMarkdown: file.text, path: file.path)
      for block in blocks {
        switch block.language {
        case "sh":
          count += 1
          output = try run(block)
        case "text":
          if let printed = output {
            #expect(printed.contains(block.text), "\(block) is not what the commands before it print:\n\(printed)")
            output = nil
          } else {
            // A line with a horizontal ellipsis stands for lines that the document leaves out.
            let parts = withoutFiles(block.text).components(separatedBy: "\n…\n")
            #expect(
              messages.contains { withoutFiles(withLines(of: blocks, $0)).containsInOrder(parts) },
              "\(block) follows no commands and is no message of Failures.swift: \(messages)"
            )
          }
        case "swift": output = nil
        default: Issue.record("\(block) is neither sh, text nor swift, and nothing checks it.")
        }
      }
    }
    #expect(count > 0)
  }

  /// The message with lines counted from the beginning of the block, which readers put into a file of their own.
  private func withLines(of blocks: [CodeBlock], _ message: String) -> String {
    message.replacing(#/DocumentationTests\/([\w.]+\.md):(\d+)/#) { place in
      guard let line = Int(place.2),
        let block = blocks.last(where: { $0.path.hasSuffix("/\(place.1)") && $0.firstLine <= line })
      else { return String(place.0) }
      return "\(block.path.split(separator: "/").suffix(2).joined(separator: "/")):\(line - block.firstLine + 1)"
    }
  }

  private func withoutFiles(_ text: String) -> String {
    text.replacing(#/\w+\/\w+\.(?:md|swift):(\d+)/#) { "line \($0.1)" }
  }

  /// Runs a block of commands, as far as that is possible without building, which can't be done within a test:
  ///
  /// - `scripts/demo` and `swift run Counter` are replaced with the programs that they run.
  /// - `scripts/test` and `scripts/docs` are only checked to exist.
  /// - The sources that `swift build` would build for minutes are compiled by ``benchmarks()`` with the existing
  ///   modules.
  /// - Other `swift run` commands and `swift test` belong to packages of articles. Their code is compiled with these
  ///   tests, and `Failures.swift` provides their output.
  ///
  /// - Returns: The output, or `nil` if nothing was run.
  private func run(_ block: CodeBlock) throws -> String? {
    for script in block.text.matches(of: /scripts\/\w+/).map({ String($0.output) }) {
      let path = Repository.root.appending(path: script).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(block) calls \(script), which can't be run.")
    }
    let lines = block.lines.map { $0.replacing("swift run Counter", with: "\"$COUNTER\"") }
    let commands = lines.filter { line in
      let others = ["scripts/docs", "scripts/test", "swift run ", "swift test"]
      guard line.hasPrefix("swift build") else { return !others.contains { line.hasPrefix($0) } }
      #expect(line == "swift build -c release --package-path Benchmarks", "\(block) builds what is not checked.")
      return false
    }.joined(separator: "\n")
      .replacing("scripts/demo", with: "\"$DEMO\"")
    guard !commands.isEmpty else { return nil }
    do {
      let demo = try executable("DemoCLI")
      let counter = demo.deletingLastPathComponent().appending(path: "Counter")
      return try Shell.run(commands, in: Repository.root, environment: ["DEMO": demo.path, "COUNTER": counter.path])
    } catch let failure as Shell.Failure {
      Issue.record("\(block) ended with status \(failure.status):\n\(failure.output)")
      return failure.output
    }
  }

  /// The commands that the sentences of a README name exist, and have the options that it names. `scripts/test` passes
  /// its options to `swift test`.
  @Test(arguments: ["README.md", "README.ja.md"])
  func commandsInSentences(path: String) throws {
    let text = try Repository.file(path).text
    let commands = text.matches(of: #/`(scripts\/\w+)((?: [\w-]+)*)`/#).map { (String($0.1), String($0.2)) }
    #expect(commands.count > 5)
    let demo = try executable("DemoCLI").path
    for (script, arguments) in commands {
      #expect(FileManager.default.isExecutableFile(atPath: Repository.root.appending(path: script).path), "\(script)")
      guard script != "scripts/test" else { continue }
      let program = script == "scripts/demo" ? "\"$DEMO\"" : script
      let words = arguments.split(separator: " ").map(String.init)
      let command = words.first.flatMap { $0.hasPrefix("-") ? nil : $0 } ?? ""
      let help = try Shell.run("\(program) \(command) --help", in: Repository.root, environment: ["DEMO": demo])
      for option in words where option.hasPrefix("-") { #expect(help.contains(option), "\(script)\(arguments)") }
    }
  }

  /// The manifest of the benchmarks' package is valid, and its sources compile.
  @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc.")) func benchmarks() throws {
    let description = try Shell.run("swift package --package-path Benchmarks dump-package", in: Repository.root)
    #expect(description.contains("StoreTesting"))
    let files = try Repository.files(in: "Benchmarks/Sources").map { Repository.root.appending(path: $0.path) }
    #expect(!files.isEmpty)
    let features = ["NonisolatedNonsendingByDefault", "ExistentialAny"].flatMap { ["-enable-upcoming-feature", $0] }
    #expect(try Compiler.output(for: files, options: ["-typecheck", "-wmo", "-swift-version", "6"] + features) == "")
  }

  /// The manifests that show how to use this package are valid.
  @Test(arguments: [
    "README.md", "Sources/Store/Documentation.docc/Articles/GettingStarted.md",
    "Sources/StoreInspection/Documentation.docc/Articles/CommandLinesForYourFeatures.md",
  ])
  func manifest(path: String) throws {
    let blocks = CodeBlock.blocks(inMarkdown: try Repository.file(path).text, path: path)
    let manifest = try #require(blocks.first { $0.text.contains("import PackageDescription") })
    try folder.write(manifest.text, to: "Package.swift")
    let description = try Shell.run("swift package dump-package", in: folder.url)
    #expect(description.contains("StoreTesting"))
  }
}

extension String {
  /// Whether the texts stand in this one, each behind the one before.
  fileprivate func containsInOrder(_ texts: [String]) -> Bool {
    var rest = self[...]
    return texts.allSatisfy { text in
      guard let range = rest.range(of: text) else { return false }
      rest = rest[range.upperBound...]
      return true
    }
  }
}
