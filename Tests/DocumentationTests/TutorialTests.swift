import Dependencies
import Foundation
import StoreTesting
import TestSupport
import Testing

@testable import RepoSearch

/// Each step of the tutorial compiles, its tests have the results that the tutorial shows, and its commands print
/// what it shows.
@Suite(.ownThreads) struct TutorialTests {
  private let folder = TemporaryFolder()
  private static let finished = "Examples/RepoSearch"

  @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc.")) func everyStepCompiles() throws {
    // The tests are compiled into the module that they test, so that one run of the compiler is enough for each step.
    let ownModule = "@testable import RepoSearch"
    var count = 0
    for (step, files) in try Tutorial().states() where step.name.hasSuffix(".swift") && step.name != "Package.swift" {
      count += 1
      let sources = files.filter { $0.key.hasSuffix(".swift") && $0.key != "Package.swift" }
      let diagnostics = try Compiler.output(
        for: sources.map { ($0.key.replacing("/", with: "-"), $0.value.replacing(ownModule, with: "")) },
        module: "RepoSearch",
        options: ["-swift-version", "6", "-wmo"]
      )
      // The following steps would not compile either.
      try #require(diagnostics == "", "The package does not compile at \(step.place).")
    }
    #expect(count > 20)
  }

  @Test func manifests() throws {
    for step in try Tutorial().steps where step.name == "Package.swift" {
      try folder.write(step.resource.text, to: "Package.swift")
      let description = try Shell.run("swift package dump-package", in: folder.url)
      #expect(description.contains(#""name" : "RepoSearch""#), "\(step.place)")
    }
  }

  /// The files of the last step equal those that are built and tested as `RepoSearch` and `RepoSearchTests`.
  @Test func theFinishedPackageIsTheExample() throws {
    var files = try #require(try Tutorial().states().last).files
    files["Package.swift"] = nil
    for file in try Repository.files(in: Self.finished, ["script", "swift"]) {
      let name = String(file.path.dropFirst(Self.finished.count + 1))
      #expect(files.removeValue(forKey: name) == file.text, "\(file.path) is not what the tutorial ends with.")
    }
    #expect(files.keys.sorted() == [], "These are not in \(Self.finished).")
  }

  /// Each step that changes a file names the file's previous version, so that changes are highlighted.
  @Test func previousVersionsAreNamed() throws {
    var versions: [String: String] = [:]
    for step in try Tutorial().steps where !step.isTerminal {
      #expect(step.previous == versions[step.name], "\(step.place) names another version than the one before.")
      versions[step.name] = step.resource.name
    }
  }

  @Test func allCodeIsShown() throws {
    let shown = Set(try Tutorial().steps.map(\.resource.path))
    for file in try Repository.files(in: Tutorial.resources, ["script", "swift", "txt"]) {
      #expect(shown.contains(file.path), "No step shows \(file.path).")
    }
  }

  // MARK: Tests on the way

  @Test func theSearchThatDoesNotWaitPassesItsTests() async {
    let tests = TutorialStages.Immediate.RepositorySearchTests()
    await tests.searches()
    await tests.loadsThePageAfterTheLastRow()
    await tests.showsWhyASearchFailed()
  }

  /// The test whose failure a transcript shows, and the issues that it reports.
  private func failure(shownIn resource: String) async -> (test: String, issues: [ReportedIssue])? {
    let (test, run): (String, () async -> Void)
    let stale = TutorialStages.Debounced.StaleResultsTests()
    switch resource {
    case "04-04-Terminal.txt":
      (test, run) = ("searches", TutorialStages.Immediate.First.RepositorySearchTests().searches)
    case "05-02-Terminal.txt":
      (test, run) = ("searches", TutorialStages.Debounced.WithoutClock.RepositorySearchTests().searches)
    case "08-02-Terminal.txt": (test, run) = ("resultsAlwaysMatchTheQuery", stale.resultsAlwaysMatchTheQuery)
    case "08-04-Terminal.txt": (test, run) = ("aNewQueryCancelsThePage", stale.aNewQueryCancelsThePage)
    default: return nil
    }
    return (test, await withCapturedIssues { await run() })
  }

  @Test func whatTestsPrint() async throws {
    for (step, files) in try Tutorial().states() where step.isTerminal {
      let transcript = Transcript(step.resource.text)
      guard transcript.commands.contains("swift test") else { continue }
      #expect(transcript.commands == ["swift test"], "\(step.place)")
      let printed: String
      if let failure = await failure(shownIn: step.resource.name) {
        printed = failure.issues.map { issue in
          let location = issue.location
          let file = URL(filePath: "\(location.fileID)").lastPathComponent
          let place = translated("\(file):\(location.line):\(location.column)", files)
          let message = translated(issue.message, files).replacing("\n", with: "\n  ")
          return "✘ Test \(failure.test)() recorded an issue at \(place): Issue recorded\n↳ \(message)"
        }.joined(separator: "\n")
      } else {
        printed = try await summary(of: files)
      }
      let missing = transcript.missingPart(in: printed)
      #expect(missing == nil, "\(step.place): this is not printed, but\n\(printed)")
    }
  }

  /// The text with the types and files of the tutorial's package in place of those of `TutorialStages`.
  private func translated(_ text: String, _ files: [String: String]) -> String {
    text.replacing(#/TutorialStages\.\w+\./#, with: "")
      .replacing(#/(DocumentationTests\/)?\d\d-\d\d-(\w+\.swift)/#) { match in
        let path = files.keys.first { $0.hasSuffix("/\(match.2)") }?.split(separator: "/") ?? []
        return path.suffix(match.1 == nil ? 1 : 2).joined(separator: "/")
      }
  }

  /// The output of passing tests.
  private func summary(of files: [String: String]) async throws -> String {
    let tests = files.filter { $0.key.hasPrefix("Tests/") }.mapValues { $0.matches(of: #/@Test /#).count }
      .filter { $0.value > 0 }
    let count = tests.values.reduce(0, +)
    var lines: [String] = []
    if let (name, text) = files.first(where: { $0.key.hasSuffix("/StaleResultsTests.swift") }) {
      let line = try #require(
        text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("await exploreStates") }
      )
      lines.append("\(name.dropFirst("Tests/".count)):\(line + 1): \(await exploration())")
    }
    lines.append(
      "✔ Test run with \(count) test\(count == 1 ? "" : "s") in \(tests.count) suite\(tests.count == 1 ? "" : "s") "
        + "passed after 0.1 seconds."
    )
    return lines.joined(separator: "\n")
  }

  /// The report of the exploration in the finished package.
  private func exploration() async -> ExplorationReport {
    await exploreStates(of: RepositorySearch.State(), within: ExplorationBounds(time: .seconds(600))) {
      RepositorySearch()
    } withDependencies: {
      $0.gitHubClient.searchRepositories = { query, page in
        try await choose(
          "\(query), page \(page)",
          .success(.sample(query, page)),
          .failure(SearchError(message: "There is no network."))
        )
      }
    } actions: { state in
      RepositorySearch.Action.queryChanged("swift")
      RepositorySearch.Action.queryChanged("vapor")
      RepositorySearch.Action.queryChanged("")
      if let last = state.results.last { RepositorySearch.Action.rowAppeared(id: last.id) }
    } always: { state in
      #expect(state.results.allSatisfy { $0.fullName.hasPrefix(state.query) })
    } whenSettled: { state in
      #expect(!state.isLoading)
    }
  }

  // MARK: Terminals

  /// Runs all commands with the program of the finished package, in a folder with the files of the previous steps.
  @Test func whatCommandsPrint() throws {
    let clone = folder.url.appending(path: "swift-store")
    try FileManager.default.createSymbolicLink(at: clone, withDestinationURL: Repository.root)
    let package = folder.url.appending(path: "RepoSearch")
    for step in try Tutorial().steps {
      if step.isTerminal {
        let isNew = !FileManager.default.fileExists(atPath: package.path)
        try check(step, in: isNew ? folder.url : package)
      } else {
        let file = "RepoSearch/\(step.name)"
        // The tutorial shows the file as the command has written it.
        if step.name.hasSuffix("SessionTests.swift") {
          #expect(try folder.text(file) == step.resource.text, "\(step.place)")
        }
        try folder.write(step.resource.text, to: file)
      }
    }
  }

  private func check(_ step: Tutorial.Step, in folder: URL) throws {
    let transcript = Transcript(step.resource.text)
    let commands = transcript.commands.compactMap(command)
    guard !commands.isEmpty else { return }
    let demo = try executable("DemoCLI")
    let environment = [
      "DEMO": demo.path, "REPO_SEARCH": demo.deletingLastPathComponent().appending(path: "RepoSearch").path,
    ]
    do {
      let output = try Shell.run(commands.joined(separator: "\n"), in: folder, environment: environment)
      #expect(transcript.missingPart(in: output) == nil, "\(step.place): this is not printed, but\n\(output)")
    } catch let failure as Shell.Failure {
      Issue.record("\(step.place) ended with status \(failure.status):\n\(failure.output)")
    }
  }

  /// Starts the server and redirects its output to a file. The server may use any port, because the default one may
  /// be taken.
  private var serve: String {
    """
    variables=$(mktemp)
    "$DEMO" serve --port 0 >"$variables" 2>/dev/null &
    trap "kill $!" EXIT
    until grep -q RECIPES_API_URL "$variables"; do sleep 0.1; done
    """
  }

  /// The command to run for the typed one; `nil` for builds, which can't be run within a test. Existing programs
  /// replace `swift run` and `scripts/demo`, and other tests compile the code.
  private func command(_ typed: String) -> String? {
    switch typed {
    case "swift build", "swift test": return nil
    case "../swift-store/scripts/demo serve":
      return serve + #"; sed 's/127\.0\.0\.1:[0-9]*/127.0.0.1:8080/' "$variables""#
    case "export GITHUB_API_URL=http://127.0.0.1:8080/github": return serve + #"; . "$variables""#
    default: return typed.replacing(#/^swift run RepoSearch/#, with: "\"$REPO_SEARCH\"")
    }
  }
}
