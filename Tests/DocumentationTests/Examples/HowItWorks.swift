import Dependencies
import Foundation
import Store
import TestSupport
import Testing

/// The examples of the article "How it works".
@MainActor
@Suite struct HowItWorks {
  // #include HowItWorks.md: struct Feed

  @Test func aSendIsFollowed() async {
    // #include HowItWorks.md: let log = LockIsolated<[String]>([])
  }

  // MARK: What the article quotes

  /// What stops the program and what is reported begins as the article quotes it.
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
    let article = try Repository.file("Sources/Store/Documentation.docc/Articles/HowItWorks.md").text
    let quoted = article.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(quoted.contains(sentence), "The article does not say it.")
    let isInSources = try Repository.files(in: "Sources/\(target)").contains { file in
      file.text.replacing(#"\(runtime.configuration.endlessCount)"#, with: "1000000")
        .replacing(#"\(what)"#, with: "changed").contains(sentence)
    }
    #expect(isInSources, "No message says it.")
  }

  @Test func theSourcesAreThere() throws {
    let article = try Repository.file("Sources/Store/Documentation.docc/Articles/HowItWorks.md").text
    let paths = article.matches(of: /`((?:Sources|scripts)\/[^`]+)`/).map { String($0.output.1) }
    #expect(paths.count > 8)
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path), "\(path)")
    }
  }
}
