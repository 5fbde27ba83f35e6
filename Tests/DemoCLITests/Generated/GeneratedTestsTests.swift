import DemoServer
import Dependencies
import Features
import Foundation
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection

/// The tests that `generate-test` makes of the sessions in `Examples`.
@Suite(.ownThreads)
struct GeneratedTestsTests {
  private let folder = TemporaryFolder()

  /// The name of each script, and the feature that its test is of.
  private static let examples = [
    ("articles", "articles"), ("links", ""), ("offline", ""), ("recipes", "recipes"),
    ("repositories", "searchRepos"), ("todos", "toDos"),
  ]

  /// The other file in this folder is the test of `links`, with pages of a few rows: the mock values have up to thirty,
  /// which would make the test long, and prove no more.
  @Test func theTestOfAllFeaturesIsFresh() async throws {
    var program = DemoCLI.commandLine
    program.dependencies = {
      $0.githubClient.searchRepos = { [load = $0.githubClient.searchRepos] in
        var page = try await load($0, $1, $2)
        page.items = Array(page.items.prefix(3))
        return page
      }
      $0.qiitaClient.articles = { [load = $0.qiitaClient.articles] in
        var page = try await load($0, $1)
        page.items = Array(page.items.prefix(3))
        return page
      }
      $0.recipeClient.recipes = { [load = $0.recipeClient.recipes] in
        var page = try await load($0, $1)
        page.recipes = Array(page.recipes.prefix(4))
        return page
      }
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "AppFeatureSessionTests.swift")
    try await GeneratedTestFile.check(file) { [program] copy in
      _ = try await test(of: try Self.statements(of: "links"), feature: "", by: program, to: copy)
    }
  }

  /// The others are not kept. They are compiled as a package's tests are; that they hold is found out before they are
  /// printed.
  @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc.")) func theTestsOfTheExamplesCompile() async throws {
    let catalog = """
      section "What there is is loaded"
      send tabSelected "catalog"
      await catalog.songs.loaded
      section "And loaded again"
      send catalog.reloadPulled
      await catalog.songs.loaded
      """
    var sessions = try Self.examples.map { (statements: try Self.statements(of: $0), feature: $1) }
    sessions.append((catalog, "catalog"))
    var program = DemoCLI.commandLine
    program.dependencies = {
      // The mock values have thousands of rows.
      $0.catalogClient[\.users] = { [User(id: 1, firstName: "Ada", lastName: "Lovelace")] }
      $0.catalogClient[\.songs] = { [Song(id: 1, title: "夏のうた", artist: "月と梯子", seconds: 180)] }
    }
    var sources: [(String, String)] = []
    for (number, (statements, feature)) in sessions.enumerated() {
      let name = "Session\(number)Tests.swift"
      let file = folder.path(name)
      sources.append((name, try await test(of: statements, feature: feature, by: program, to: file)))
    }
    try Self.expectToCompile(sources)
  }

  /// Real times and the order in which responses arrive over the network do not make a generated test fail.
  @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc.")) func sessionsOverTheNetworkBecomeTests() throws {
    let server = try DemoServer()
    defer { server.stop() }
    let sources = try Self.examples.map { script, feature in
      try withTemporaryFolder { folder in
        let opener = folder.url.appending(path: "xdg-open")
        try folder.write("#!/bin/sh\n", to: "xdg-open")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: opener.path)
        let trace = folder.path("\(script)Tests.jsonl")
        let file = Repository.root.appending(path: "Examples/\(script).script").path
        let database = folder.path("database.sqlite")
        let played = try run(
          ["run", file, "--live", "--db", database, "--trace", trace],
          environment: server.environment.merging(["PATH": "\(folder.url.path):/usr/bin:/bin"]) { $1 }
        )
        #expect(played.status == 0, "\(played.errors)")
        let made = try run(["generate-test", trace] + option(feature))
        made.expect(errors: "")
        #expect(made.output.contains("A session of DemoCLI on live values"))
        return ("\(script)Tests.swift", made.output)
      }
    }
    try Self.expectToCompile(sources)
  }

  private static func expectToCompile(_ sources: [(String, String)]) throws {
    let diagnostics = try Compiler.output(for: sources, options: ["-swift-version", "6", "-warnings-as-errors"])
    #expect(diagnostics == "")
  }

  private static func statements(of script: String) throws -> String {
    try Repository.file("Examples/\(script).script").text
  }

  private func option(_ feature: String) -> [String] { feature.isEmpty ? [] : ["--feature", feature] }

  /// The test that is made of a session.
  private func test(
    of statements: String,
    feature: String,
    by program: StoreCommandLine<AppFeature>,
    to file: String? = nil
  ) async throws -> String {
    try folder.write(statements, to: "session.script")
    let (trace, file) = (folder.path("trace.jsonl"), file ?? folder.path("test.swift"))
    let errors = Locked("")
    let console = Console(isColored: false, write: { _ in }) { text in errors.withLock { $0 += text } }
    #expect(await program.run(["run", folder.path("session.script"), "--trace", trace], console: console) == .passed)
    #expect(await program.run(["generate-test", trace, "-o", file] + option(feature), console: console) == .passed)
    #expect(errors.withLock { $0 } == "")
    return try String(contentsOfFile: file, encoding: .utf8)
  }

  // MARK: Mistakes

  @Test func anUnknownFeature() throws {
    let result = try generate(["--feature", "serchRepos"], of: "send launched\n")
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
    let result = try generate(["--feature", "articles"], of: "send launched\n")
    result.expect(1, output: "")
    #expect(result.errors.contains("the session has no action of Articles\n"))
  }

  @Test func whatTheFeatureAroundChanges() throws {
    let result = try generate(["--feature", "recipes"], of: #"send linkOpened "app://recipes/42""# + "\n")
    result.expect(1, output: "")
    #expect(
      result.errors.contains(
        """
          step 1, `linkOpened`: this action of the feature around it has changed the feature's state
        """
      )
    )
    #expect(result.errors.contains("leave out `--feature`"))
  }

  private func generate(_ options: [String], of script: String) throws -> Run {
    let trace = folder.path("trace.jsonl")
    #expect(try run(["run", "-", "--trace", trace], input: script).status == 0)
    return try run(["generate-test", trace] + options)
  }
}
