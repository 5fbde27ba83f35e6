import Foundation
import TestSupport
import Testing

/// What articles say about the sources and the figures.
struct ArticleTests {
  private static let folder = "Sources/Store/Documentation.docc/Articles"

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

  /// The figures of "Performance" stand in what the benchmarks have printed.
  @Test func figuresAreThoseOfTheBenchmarks() throws {
    let measured = try Repository.tableRows(in: "Benchmarks/README.md")
    let figures = try Repository.tableRows(in: "\(Self.folder)/Performance.md")
      .filter { $0.count > 2 && $0[1].first?.isNumber == true }
    #expect(figures.count > 20)
    for row in figures {
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
