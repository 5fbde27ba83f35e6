import Dependencies
import Dispatch
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection

/// Runs the program on live values, against a loopback server.
@Suite(.ownThreads)
struct LiveTests {
  private let folder = TemporaryFolder()

  @Test func aSearchOverTheNetwork() throws {
    let server = try LoopbackServer { request in
      switch (request.path, request.query.contains("page=2")) {
      case ("/search/repositories", false):
        let next = "</search/repositories?q=swift&page=2>; rel=\"next\""
        return .json(
          #"{"total_count": 3, "items": [\#(repository(1)), \#(repository(2))]}"#,
          headers: [.init("Link", next), .init("X-RateLimit-Limit", "10"), .init("X-RateLimit-Remaining", "9")]
        )
      case ("/search/repositories", true):
        return .json(#"{"total_count": 3, "items": [\#(repository(3))]}"#)
      default:
        return .json(#"{"message": "Not Found"}"#, status: 404)
      }
    }
    defer { server.stop() }
    let result = try run(
      ["run", "-", "--live", "--db", folder.path("database.sqlite")],
      input: """
        send searchRepos.queryChanged "swift"
        await searchRepos.pageLoaded within 1m
        expect searchRepos.results.rows[id: 2].name == "name-2"
        expect searchRepos.rateLimit == {"limit": 10, "remaining": 9}
        send searchRepos.rowAppeared {"id": 2}
        await searchRepos.pageLoaded within 1m
        expect searchRepos.results.rows.count == 3
        expect searchRepos.results.totalCount == 3
        expect searchRepos.results.nextCursor == null
        """,
      environment: ["GITHUB_API_URL": server.url]
    )
    result.expect(errors: "")
    #expect(result.output.hasPrefix("AppFeature on live values and real time\n"))
    #expect(
      result.output.contains(
        "searchRepos.pageLoaded received from effect 3 \"Load page 1\", started by searchRepos.queryRested\n"
      )
    )
    #expect(result.output.hasSuffix("9 steps, 2 actions sent, 3 received, 5 expectations, 0 failed\n"))
  }

  @Test func aTraceDoesNotReplaceTheDatabase() throws {
    let path = folder.path("database.sqlite")
    let link = folder.path("link")
    #expect(symlink("database.sqlite", link) == 0)
    // Neither before there is a database nor when there is one.
    for _ in 1...2 {
      for trace in [path, path + "-wal", path + "-shm", path + "-cache", link, "\(folder.url.path)/./database.sqlite"] {
        let result = try run(["run", "-", "--live", "--db", path, "--trace", trace], input: "show\n")
        #expect(result.status == 73)
        #expect(
          result.errors == "DemoCLI: cannot write \(trace): DemoCLI keeps its data in this file; name another one\n"
        )
      }
      let trace = folder.path("trace")
      let result = try run(
        ["run", "-", "--live", "--db", path, "--trace", trace],
        input: "send tabSelected \"toDos\"\nawait toDos.changed within 1m\n"
      )
      #expect(result.status == 0, "\(result.errors)")
      let header = try FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 15)
      #expect(header == Data("SQLite format 3".utf8))
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"), "it is closed in the end")
    }
  }

  /// Whether or not this run uses it.
  @Test(arguments: [[], ["--live"], ["--live", "--db", "other.sqlite"]])
  func aTraceDoesNotReplaceTheStandardDatabase(_ options: [String]) throws {
    let data = folder.url.appending(path: "swift-store")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    for name in ["demo.sqlite", "demo.sqlite-wal", "demo.sqlite-cache"] {
      let trace = data.appending(path: name)
      for isThere in [false, true] {
        if isThere { try Data("kept".utf8).write(to: trace) }
        let result = try run(
          ["run", "-", "--trace", trace.path] + options,
          input: "show\n",
          environment: ["XDG_DATA_HOME": folder.url.path, "HOME": folder.url.path]
        )
        #expect(result.status == 73)
        #expect(
          result.errors
            == "DemoCLI: cannot write \(trace.path): DemoCLI keeps its data in this file; name another one\n"
        )
        #expect((try? String(contentsOf: trace, encoding: .utf8)) == (isThere ? "kept" : nil))
      }
    }
  }

  /// `--live` on the command line is not needed for it.
  @Test func aLiveScriptTakesTheOptionsOfLiveValues() throws {
    let path = folder.path("database.sqlite")
    let live = try run(
      ["run", "-", "--db", path],
      input: "context live\nsend tabSelected toDos\nawait toDos.changed within 1m\n"
    )
    live.expect(errors: "")
    #expect(FileManager.default.fileExists(atPath: path))
    let mock = try run(["run", "-", "--db", path], input: "context mock\nshow\n")
    #expect(mock.status == 64)
    #expect(mock.errors.contains("`--db` goes with `--live`: mock values are not kept"))
  }

  @Test func aValueThatAnEnumDoesNotHave() throws {
    #expect(
      try run(["run", "-"], input: "send tabSelected \"toDoss\"").errors == """
        <stdin>:1:18: error: unknown AppTab `toDoss`
          send tabSelected "toDoss"
                           ^~~~~~~~
          expected `repositories`, `articles`, `recipes`, `toDos`, `catalog` or `bookmarks`
          did you mean `toDos`?

        """
    )
  }

  @Test func anErrorOfTheServer() throws {
    let server = try LoopbackServer { _ in .json(#"{"message": "Validation Failed"}"#, status: 422) }
    defer { server.stop() }
    let result = try run(
      ["run", "-", "--live"],
      input: """
        send searchRepos.queryChanged "a"
        send searchRepos.searchSubmitted
        await searchRepos.pageFailed within 1m
        expect searchRepos.results.failure.request.query.search.query == "a"
        expect searchRepos.results.failure.error == null
        """,
      environment: ["GITHUB_API_URL": server.url]
    )
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("<stdin>:5:8: error: expectation failed\n"))
    #expect(result.errors.contains("Validation Failed"))
  }

  #if os(Linux)
    /// A proxy is sent a whole URL as the target, which this server refuses because it is no proxy.
    @Test func theProxyOfTheEnvironmentIsAsked() throws {
      let server = try LoopbackServer { _ in .respond() }
      defer { server.stop() }
      let result = try run(
        ["run", "-", "--live", "--db", folder.path("database.sqlite")],
        input: """
          send searchRepos.queryChanged "a"
          send searchRepos.searchSubmitted
          await searchRepos.pageFailed within 1m
          expect searchRepos.results.failure.error.status.code == 400
          """,
        environment: ["GITHUB_API_URL": "http://host.invalid", "http_proxy": server.url]
      )
      #expect(result.status == 0, "\(result.errors)")
    }
  #endif

  @Test func theTokenIsSentAndNotShown() throws {
    let authorization = Locked("")
    let server = try LoopbackServer { request in
      authorization.withLock { $0 = request[header: "Authorization"] ?? "" }
      return .json("[\(repository(1))]", headers: [.init("Set-Cookie", "very-secret")])
    }
    defer { server.stop() }
    let result = try run(
      ["run", "-", "--live"],
      input:
        "send searchRepos.favoritesButtonTapped\nawait searchRepos.pageLoaded within 1m\nshow\nexpect searchRepos.results.rows.count == 1",
      environment: ["GITHUB_API_URL": server.url, "GITHUB_TOKEN": "very-secret"]
    )
    #expect(result.status == 0)
    #expect(authorization.withLock { $0 }.contains("very-secret"))
    #expect(!result.output.contains("very-secret"))
  }

  @Test func controlCEndsARequestThatIsUnderWay() throws {
    let asked = DispatchSemaphore(value: 0)
    let left = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { _ in
      asked.signal()
      return .silence { left.signal() }
    }
    defer { server.stop() }
    let script = """
      send searchRepos.favoritesButtonTapped
      send searchRepos.queryChanged "a"
      send searchRepos.searchSubmitted
      await searchRepos.pageLoaded within 24h
      """
    let program = try RunningProgram(
      ["run", "-", "--live"],
      input: script,
      environment: ["GITHUB_API_URL": server.url]
    )
    try #require(asked.wait(timeout: .now() + 60) == .success, "the request should come")
    program.send(SIGINT)
    try program.end().expect(130)
    #expect(left.wait(timeout: .now() + 60) == .success, "the connection should be closed")
  }
}

private func repository(_ id: Int) -> String {
  """
  {"id": \(id), "name": "name-\(id)", "full_name": "owner/name-\(id)", "description": null, "stargazers_count": \(id),
   "owner": {"login": "owner", "avatar_url": "https://example.com/owner.png"}}
  """
}
