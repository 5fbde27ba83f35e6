import Foundation
import TestSupport
import Testing

/// What documents say about the sources and the figures, and about the same in another language.
struct ArticleTests {
  private static let folder = "Sources/Store/Documentation.docc/Articles"
  /// They have the same content.
  private static let readmes = ["README.md", "README.ja.md"]

  /// What stops the program and what is reported begins as "How it works" quotes it.
  @Test(arguments: [
    ("Store", "was read while a reducer was changing the state."),
    ("Store", "was used by code that does not run on the store's actor,"),
    ("Store", "A shared value was changed while a closure was changing it."),
    ("Dependencies", "A LockIsolated value was changed while \"withValue\" was changing it."),
    ("Store", "A store has reduced 1000000 actions in one call of \"send\", and goes on."),
    ("Store", "A scoped store got an action when its state was gone. The action was ignored."),
    ("Store", "An effect sent an action after it had finished. The action was dropped."),
    ("Store", "An effect threw an error that nothing handles."),
  ])
  func theArticleQuotesIt(target: String, sentence: String) throws {
    let article = try Repository.file("\(Self.folder)/HowItWorks.md").text
    let quoted = article.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(quoted.contains(sentence), "The article does not say it.")
    let isInSources = try Repository.files(in: "Sources/\(target)").contains { file in
      file.text.replacing(#"\(runtime.configuration.endlessCount)"#, with: "1000000")
        .replacing(#"\(what)"#, with: "changed").contains(sentence)
    }
    #expect(isInSources, "No message says it.")
  }

  @Test func theSourcesAreThere() throws {
    let article = try Repository.file("\(Self.folder)/HowItWorks.md").text
    let paths = article.matches(of: /`((?:Sources|scripts)\/[^`]+)`/).map { String($0.output.1) }
    #expect(paths.count > 8)
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path), "\(path)")
    }
  }

  @Test(arguments: readmes)
  func theReadmeIsShort(name: String) throws {
    #expect(try Repository.file(name).text.split(separator: "\n", omittingEmptySubsequences: false).count <= 251)
  }

  @Test func bothReadmesHaveTheSameBlocksAndLinks() throws {
    let files = try Self.readmes.map(Repository.file)
    let blocks = files.map { CodeBlock.blocks(inMarkdown: $0.text, path: $0.path).map(\.text) }
    #expect(blocks[0] == blocks[1])
    // A picture may have a version for each language.
    let links = files.map { file in
      Set(file.text.matches(of: #/\]\(([^)]+)\)/#).map { String($0.1).replacing(".ja.", with: ".") })
        .subtracting(Self.readmes)
    }
    #expect(links[0] == links[1])
  }

  /// The figures of documents stand in what the benchmarks have printed, for the scenario that the last cell names.
  @Test(arguments: [("README.md", 5), ("README.ja.md", 5), ("\(folder)/Performance.md", 20)])
  func figuresAreThoseOfTheBenchmarks(path: String, count: Int) throws {
    let measured = try Repository.tableRows(in: "Benchmarks/README.md")
    let rows = try Repository.tableRows(in: path).filter { $0.count > 2 && $0[1].first?.isNumber == true }
    #expect(rows.count > count)
    for row in rows {
      let scenario = try #require(row.last)
      let figures = Array(row.dropFirst().dropLast())
      #expect(
        measured.contains { measured in
          let isSame = measured.first == scenario || measured.first?.hasPrefix("\(scenario):") == true
          return isSame && Array(measured.dropFirst().prefix(figures.count)) == figures
        },
        "Benchmarks/README.md does not say: \(row)"
      )
    }
  }
}
