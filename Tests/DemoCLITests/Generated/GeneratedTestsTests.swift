import DemoServer
import Dependencies
import Features
import Foundation
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection

/// The tests in this folder are what `generate-test` makes of the sessions in `Examples`.
@Suite(.ownThreads)
struct GeneratedTestsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let examples = folder.appending(path: "../../../Examples").standardizedFileURL

  @Test(arguments: [
    ("articles", "articles", "ArticlesSessionTests"),
    ("links", "", "AppFeatureSessionTests"),
    ("recipes", "recipes", "RecipeListSessionTests"),
    ("repositories", "searchRepos", "SearchReposSessionTests"),
    ("todos", "toDos", "ToDoListSessionTests"),
  ])
  func areFresh(script: String, feature: String, file: String) async throws {
    let text = try await Self.test(
      of: Self.examples.appending(path: "\(script).script").path,
      feature: feature,
      program: DemoCLI.commandLine
    )
    try GeneratedTestFile.check(text, against: Self.folder.appending(path: "\(file).swift"))
  }

  /// The catalog has thousands of rows, which are no pleasure to read.
  @Test func aSmallCatalogIsFresh() async throws {
    var program = DemoCLI.commandLine
    program.dependencies = {
      $0.catalogClient[\.users] = { [User(id: 1, firstName: "Ada", lastName: "Lovelace")] }
      $0.catalogClient[\.songs] = { [Song(id: 1, title: "夏のうた", artist: "月と梯子", seconds: 180)] }
    }
    let text = try await withTemporaryDirectory { directory in
      let script = directory.appending(path: "catalog.script")
      let statements = """
        section "What is there is loaded"
        send tabSelected "catalog"
        await catalog.songs.loaded
        section "And loaded again"
        send catalog.reloadPulled
        await catalog.songs.loaded
        """
      try Data(statements.utf8).write(to: script)
      return try await Self.test(of: script.path, feature: "catalog", program: program)
    }
    try GeneratedTestFile.check(text, against: Self.folder.appending(path: "CatalogSessionTests.swift"))
  }

  private static func test(
    of script: String,
    feature: String,
    program: StoreCommandLine<AppFeature>
  ) async throws -> String {
    try await withTemporaryDirectory { directory in
      let trace = directory.appending(path: "trace.jsonl").path
      let file = directory.appending(path: "test.swift").path
      let errors = Locked("")
      let console = Console(isColored: false, write: { _ in }) { text in errors.withLock { $0 += text } }
      #expect(await program.run(["run", script, "--trace", trace], console: console) == .passed)
      let option = feature.isEmpty ? [] : ["--feature", feature]
      #expect(await program.run(["generate-test", trace, "-o", file] + option, console: console) == .passed)
      #expect(errors.withLock { $0 } == "")
      return try String(contentsOfFile: file, encoding: .utf8)
    }
  }

  // MARK: Live

  /// Real times and what the network makes of the order of things are no reason for a test to fail.
  @Test(arguments: [
    ("articles", "articles"), ("recipes", "recipes"), ("repositories", "searchRepos"), ("todos", "toDos"),
    ("links", ""),
  ])
  func sessionsOverTheNetworkBecomeTests(script: String, feature: String) throws {
    let server = try DemoServer()
    defer { server.stop() }
    try withTemporaryDirectory { directory in
      let opener = directory.appending(path: "xdg-open")
      try Data("#!/bin/sh\n".utf8).write(to: opener)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: opener.path)
      let trace = directory.appending(path: "trace.jsonl").path
      let script = Self.examples.appending(path: "\(script).script").path
      let database = directory.appending(path: "database.sqlite").path
      let played = try run(
        ["run", script, "--live", "--db", database, "--trace", trace],
        environment: server.environment.merging(["PATH": "\(directory.path):/usr/bin:/bin"]) { $1 }
      )
      #expect(played.status == 0, "\(played.errors)")
      let option = feature.isEmpty ? [] : ["--feature", feature]
      let made = try run(["generate-test", trace] + option)
      #expect(made.errors == "")
      #expect(made.status == 0)
      #expect(made.output.contains("A session of DemoCLI on live values"))
    }
  }

  // MARK: Mistakes

  @Test func anUnknownFeature() throws {
    let result = try Self.generate(["--feature", "serchRepos"], of: "send launched\n")
    #expect(result.status == 64)
    #expect(
      result.errors
        == """
        DemoCLI: unknown feature `serchRepos`, did you mean `searchRepos`?
          Try `DemoCLI help generate-test`.

        """
    )
  }

  @Test func aFeatureThatTheSessionIsNotAbout() throws {
    let result = try Self.generate(["--feature", "articles"], of: "send launched\n")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.contains("the session has no action of Articles\n"))
  }

  @Test func whatTheFeatureAroundChanges() throws {
    let result = try Self.generate(["--feature", "recipes"], of: #"send linkOpened "app://recipes/42""# + "\n")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(
      result.errors.contains(
        """
          step 1, `linkOpened`: this action of the feature around it has changed the feature's state:
        """
      )
    )
    #expect(result.errors.contains("leave out `--feature`"))
  }

  private static func generate(_ options: [String], of script: String) throws -> Run {
    try withTemporaryDirectory { directory in
      let trace = directory.appending(path: "trace.jsonl").path
      #expect(try run(["run", "-", "--trace", trace], input: script).status == 0)
      return try run(["generate-test", trace] + options)
    }
  }
}
