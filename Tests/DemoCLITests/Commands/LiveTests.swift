import Dispatch
import Foundation
import LoopbackServer
import StoreWeb
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection

/// Runs the program on live values, against a loopback server.
@Suite(.ownThreads)
struct LiveTests {
  private let folder = TemporaryFolder()
  private var database: String { folder.path("database.sqlite") }

  /// A trace that would replace a file of the program's data.
  private func expectToBeRefused(_ trace: String, _ options: [String] = [], environment: [String: String] = [:]) throws
  {
    let result = try run(["run", "-", "--trace", trace] + options, input: "show\n", environment: environment)
    let reason = "DemoCLI keeps its data in this file; name another one"
    result.expect(73, errors: "DemoCLI: cannot write \(trace): \(reason)\n")
  }

  @Test func aTraceDoesNotReplaceTheDatabase() throws {
    let link = folder.path("link")
    #expect(symlink("database.sqlite", link) == 0)
    let files = ["", "-wal", "-shm", "-cache"].map { database + $0 }
    // Neither before there is a database nor when there is one.
    for _ in 1...2 {
      for trace in files + [link, "\(folder.url.path)/./database.sqlite"] {
        try expectToBeRefused(trace, ["--live", "--db", database])
      }
      let script = "send tabSelected \"toDos\"\nawait toDos.changed within 1m\n"
      try run(["run", "-", "--live", "--db", database, "--trace", folder.path("trace")], input: script).expect()
      let header = try FileHandle(forReadingFrom: URL(filePath: database)).read(upToCount: 15)
      #expect(header == Data("SQLite format 3".utf8))
      #expect(!FileManager.default.fileExists(atPath: database + "-wal"), "it is closed in the end")
    }
  }

  /// Whether or not this run uses it.
  @Test(arguments: [[], ["--live"], ["--live", "--db", "other.sqlite"]])
  func aTraceDoesNotReplaceTheStandardDatabase(_ options: [String]) throws {
    let data = folder.url.appending(path: "swift-store")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    for name in ["demo.sqlite", "demo.sqlite-wal", "demo.sqlite-cache"] {
      let trace = data.appending(path: name)
      for content in [nil, "kept"] {
        if let content { try Data(content.utf8).write(to: trace) }
        let environment = ["XDG_DATA_HOME": folder.url.path, "HOME": folder.url.path]
        try expectToBeRefused(trace.path, options, environment: environment)
        #expect((try? String(contentsOf: trace, encoding: .utf8)) == content)
      }
    }
  }

  /// `--live` on the command line is not needed for it.
  @Test func aLiveScriptTakesTheOptionsOfLiveValues() throws {
    let script = "context live\nsend tabSelected toDos\nawait toDos.changed within 1m\n"
    try run(["run", "-", "--db", database], input: script).expect(errors: "")
    #expect(FileManager.default.fileExists(atPath: database))
    let mock = try run(["run", "-", "--db", database], input: "context mock\nshow\n")
    #expect(mock.status == 64)
    #expect(mock.errors.contains("`--db` goes with `--live`: mock values are not kept"))
  }

  #if os(Linux)
    /// A proxy is sent a whole URL as the target, which this server refuses because it is no proxy.
    @Test func theProxyOfTheEnvironmentIsAsked() throws {
      let server = try WebServer { _ in .respond() }
      defer { server.stop() }
      let script = """
        send searchRepos.queryChanged "a"
        send searchRepos.searchSubmitted
        await searchRepos.pageFailed within 1m
        expect searchRepos.results.failure.error.status.code == 400
        """
      let environment = ["GITHUB_API_URL": "http://host.invalid", "http_proxy": server.url]
      try run(["run", "-", "--live", "--db", database], input: script, environment: environment).expect()
    }
  #endif

  @Test func controlCEndsARequestThatIsUnderWay() throws {
    let asked = DispatchSemaphore(value: 0)
    let left = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      guard connection.receiveRequest() != nil else { return }
      asked.signal()
      connection.waitForDisconnect()
      left.signal()
    }
    defer { server.stop() }
    let program = try RunningProgram(
      ["run", "-", "--live", "--db", database],
      input: "send searchRepos.favoritesButtonTapped\nawait searchRepos.pageLoaded within 24h\nshow\n",
      environment: ["GITHUB_API_URL": server.url, "GITHUB_TOKEN": "a"]
    )
    try #require(asked.wait(timeout: .now() + 60) == .success, "the request should come")
    program.send(SIGINT)
    let run = try program.end()
    run.expect(130, errors: "<stdin>:2:1: interrupted\n")
    #expect(run.output.contains("\n2 of 3 steps, 1 action sent, "), "\(run.output)")
    #expect(left.wait(timeout: .now() + 60) == .success, "the connection should be closed")
  }
}
