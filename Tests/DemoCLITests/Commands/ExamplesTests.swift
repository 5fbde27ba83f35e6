import DemoServer
import Dependencies
import Foundation
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection

@Suite(.ownThreads) struct ExamplesTests {
  private let folder = TemporaryFolder()
  private static let examples = URL(filePath: #filePath).appending(path: "../../../../Examples").standardizedFileURL

  private static let liveScripts = [
    "articles", "catalog", "japanese", "links", "offline", "recipes", "repositories", "todos",
  ]
  /// A server does not fail on demand, so this one is for mock values.
  private static let scripts = (liveScripts + ["failures"]).sorted()

  @Test func allAreTested() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.examples.path)
    #expect(files.filter { $0.hasSuffix(".script") }.sorted() == Self.scripts.map { "\($0).script" })
  }

  @Test(arguments: scripts) func onMockValues(_ name: String) throws {
    let trace = folder.path("session.jsonl")
    let command = ["run", Self.examples.appending(path: "\(name).script").path]
    let result = try run(command + ["--trace", trace])
    result.expect(errors: "")
    #expect(result.output.hasPrefix("AppFeature on mock values and a virtual clock\n"))
    #expect(result.output.hasSuffix(", 0 failed\n"))
    // Recording knows nothing of features, so one of them is enough.
    if name == "failures" {
      #expect(try run(command).output == result.output, "The session is another one if it is not recorded.")
    }
    try replay(trace, "mock")
  }

  private func replay(_ trace: String, _ context: String) throws {
    let result = try run(["replay", trace])
    result.expect(errors: "")
    #expect(result.output.hasPrefix("AppFeature of DemoCLI 0.1.0 on \(context) values, recorded "))
    #expect(result.output.hasSuffix(": every state was reached as it was recorded\n"))
  }

  @Test(arguments: liveScripts) func overTheNetwork(_ name: String) throws {
    let server = try DemoServer()
    defer { server.stop() }
    // What opens addresses in a browser on Linux.
    let opener = folder.url.appending(path: "xdg-open")
    try folder.write("#!/bin/sh\n", to: "xdg-open")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: opener.path)
    let database = folder.path("database.sqlite")
    let trace = folder.path("session.jsonl")
    // They are sent, and not shown.
    let tokens = server.environment.filter { $0.key.hasSuffix("_TOKEN") }.values
    #expect(!tokens.isEmpty)
    // The second time, there is what the first run has kept.
    for (time, options) in [("first", []), ("second", ["--trace", trace])] {
      let result = try run(
        ["run", Self.examples.appending(path: "\(name).script").path, "--live", "--db", database] + options,
        environment: server.environment.merging(["PATH": "\(folder.url.path):/usr/bin:/bin"]) { $1 }
      )
      result.expect(errors: "", "the \(time) run")
      #expect(result.output.hasPrefix("AppFeature on live values and real time\n"))
      #expect(result.output.hasSuffix(", 0 failed\n"))
      for token in tokens { #expect(!result.output.contains(token)) }
    }
    let text = try folder.text("session.jsonl")
    for token in tokens { #expect(!text.contains(token)) }
    // The thousands of rows of the catalog are replayed on mock values.
    if name != "catalog" { try replay(trace, "live") }
  }

  /// Answers are kept between runs, and the server responds that they have not changed.
  @Test func whatTheServerHasSentIsNotSentAgain() throws {
    let statuses = Locked<[Int?]>([])
    let server = try DemoServer { exchange in statuses.withLock { $0.append(exchange.status) } }
    defer { server.stop() }
    let database = folder.path("database.sqlite")
    for received in ["articles.pageLoaded", "articles.pageLoaded\nawait articles.pageLoaded"] {
      let script = """
        send articles.appeared
        await \(received) within 1m
        expect articles.list.asOf == null
        expect articles.list.rows.count == 15
        """
      try run(["run", "-", "--live", "--db", database], input: script, environment: server.environment).expect()
    }
    #expect(statuses.withLock { $0 } == [200, 304])
  }

  @Test func whatIsRememberedIsThereInTheNextRun() throws {
    let server = try DemoServer()
    defer { server.stop() }
    let database = folder.path("database.sqlite")
    func play(_ script: String) throws {
      try run(["run", "-", "--live", "--db", database], input: script, environment: server.environment).expect()
    }
    try play(
      """
      send launched
      await preferencesLoaded within 1m
      send linkOpened "app://recipes/4/hashtags"
      await "Draft of hashtags read" within 1m
      send recipes.detail.presented.addHashtags.presented.textChanged "#下書き"
      send linkOpened "app://articles/ios"
      await articles.pageLoaded within 1m
      send toDos.createButtonTapped
      await "Draft of a to-do read" within 1m
      send toDos.destination.presented.create.titleChanged "牛乳"
      send toDos.destination.presented.create.saveButtonTapped
      await toDos.destination.presented.create.created within 1m
      await toDos.destination.dismiss within 1m
      send toDos.createButtonTapped
      await "Draft of a to-do read" within 1m
      send toDos.destination.presented.create.titleChanged "下書き"
      # It is read after it was written.
      send toDos.createButtonTapped
      await "Draft of a to-do read" within 1m
      """
    )
    // The list of articles on the screen may have been loaded already; it is not a recent search.
    try play(
      """
      send launched
      await preferencesLoaded within 1m
      expect tab == "articles"
      expect recentSearches == [{"subject": "articles", "query": "ios"}]
      send tabSelected "toDos"
      await toDos.changed within 1m
      expect toDos.rows.shown.count == 1
      expect toDos.rows.shown[0].title == "牛乳"
      send toDos.createButtonTapped
      await "Draft of a to-do read" within 1m
      expect toDos.destination.create._0.title == "下書き"
      send linkOpened "app://recipes/4/hashtags"
      await "Draft of hashtags read" within 1m
      expect recipes.detail.addHashtags.text == "#下書き"
      """
    )
  }

  /// An action whose state is missing because an earlier action was skipped is noted on a line of its own.
  @Test func actionsWithoutAPlaceAreNoted() throws {
    let trace = folder.path("session.jsonl")
    try run(["run", Self.examples.appending(path: "repositories.script").path, "--trace", trace]).expect()
    let result = try run(["replay", trace, "--skip", "14"])
    result.expect()
    let notes = result.errors.split(separator: "\n")
    #expect(notes.count == 6)
    #expect(notes.first?.hasPrefix("note: step 15, searchRepos.detail.presented.appeared: \"ifLet\" at ") == true)
    let reason = "got a child action when nothing was presented. The action was ignored."
    #expect(notes.allSatisfy { $0.hasSuffix(reason) })
  }
}
