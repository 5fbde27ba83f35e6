import DemoServer
import Foundation
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection

/// Runs `DemoCLI serve` itself, and talks to it over sockets.
@Suite(.ownThreads)
struct ServeTests {
  private let folder = TemporaryFolder()

  /// A server that has printed its addresses.
  private struct Server {
    private let program: RunningProgram
    let greeting: String
    let port: UInt16
    let environment: [String: String]

    init(_ arguments: [String] = ["--port", "0"]) throws {
      program = try RunningProgram(["serve"] + arguments)
      try program.wait(for: "\n\n")
      greeting = program.printed
      let address = greeting.split(separator: " ").first { $0.hasPrefix("http://127.0.0.1:") } ?? ""
      port = UInt16(address.dropFirst("http://127.0.0.1:".count).prefix { $0.isNumber }) ?? 0
      environment = greeting.split(separator: "\n").reduce(into: [:]) { environment, line in
        let parts = line.split(separator: " ").last?.split(separator: "=", maxSplits: 1) ?? []
        if line.hasPrefix("export "), parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
      }
    }

    /// Ends the server, and returns its log.
    func end(_ signal: Int32 = SIGTERM) throws -> [String] {
      program.send(signal)
      let run = try program.end()
      #expect(run.status == 0)
      return run.errors.split(separator: "\n").map(String.init)
    }

    func ask(_ text: String) throws -> String {
      let client = try RawClient(port: port)
      client.send(text)
      return client.readToEnd().text
    }

    func get(_ target: String) throws -> String { try ask("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") }
  }

  #if os(Linux)
    @Test func withoutAnybodyToTellTheAddressItEnds() throws {
      try run(["serve", "--port", "0"]) { $0.standardOutput = FileHandle(forWritingAtPath: "/dev/full") }
        .expect(73, errors: "DemoCLI: cannot write <stdout>: No space left on device\n")
    }
  #endif

  @Test(arguments: [SIGINT, SIGTERM])
  func servesUntilItIsToldToEnd(_ signal: Int32) throws {
    let server = try Server()
    #expect(server.greeting.hasPrefix("# Serving on http://127.0.0.1:\(server.port), for this machine only."))
    let variables = [any Endpoints].all.flatMap { $0.variables + $0.credentials.keys }
    #expect(Set(server.environment.keys) == Set(variables))
    #expect(server.environment["GITHUB_API_URL"] == "http://127.0.0.1:\(server.port)/github")
    #expect(try server.get("/github/repos/apple/swift").contains("\"full_name\":\"apple/swift\""))
    #expect(try server.get("/nothing").hasPrefix("HTTP/1.1 404 "))
    let log = try server.end(signal)
    let lines = log.map(withoutTimes)
    #expect(lines == ["GET /github/repos/apple/swift 200 ms", "GET /nothing 404 ms"])
  }

  @Test func whatIsNotHTTPIsAnsweredWith400AndOthersGoOn() throws {
    let server = try Server()
    for rubbish in [
      "\r\n\r\n", "hello\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
      "\u{0}\u{1}\u{2}\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "{\"a\": 1}\r\n", "GET /\u{1B}[2J HTTP/1.1\r\n",
    ] {
      #expect(try server.ask(rubbish).hasPrefix("HTTP/1.1 400 "), "\(rubbish.debugDescription)")
    }
    let large = try server.ask("POST /hashtags/hashtags HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n")
    #expect(large.hasPrefix("HTTP/1.1 413 "))
    #expect(try server.get("/" + String(repeating: "a", count: 10_000)).hasPrefix("HTTP/1.1 414 "))
    #expect(try server.get("/github/repos/apple/swift").hasPrefix("HTTP/1.1 200 "))
    for line in try server.end() { #expect(line.printable == line) }
  }

  @Test func slowClientsKeepNobodyWaiting() throws {
    let server = try Server()
    // The first answer takes the longest, because it makes the data. Slow clients have ten seconds for their requests.
    #expect(try server.get("/github/repos/apple/swift").hasPrefix("HTTP/1.1 200 "))
    let slow = try (0..<100).map { _ in try RawClient(port: server.port) }
    for client in slow { client.send("GET /github/repos/apple/swift HT") }
    for _ in 1...10 { #expect(try server.get("/github/repos/apple/swift").hasPrefix("HTTP/1.1 200 ")) }
    // A server that served one client after another would close these connections before it served the other clients.
    for client in slow { client.send("TP/1.1\r\nHost: a\r\n\r\n") }
    for client in slow { #expect(client.readToEnd().text.hasPrefix("HTTP/1.1 200 ")) }
    // Requests that are never completed do not keep the server from ending either.
    let silent = try RawClient(port: server.port)
    silent.send("GET ")
    #expect(try server.end().count == 111)
    #expect(silent.readToEnd().text == "")
  }

  @Test func twoHundredConnectionsAtOnce() throws {
    let server = try Server(["--port=0", "--latency", "50ms"])
    let clients = try (0..<200).map { _ in try RawClient(port: server.port) }
    for (index, client) in clients.enumerated() {
      client.send("GET /github/repos/apple/swift?\(index) HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    for client in clients {
      let answer = client.readToEnd().text
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("}"))
    }
    #expect(try server.end().count == 200)
  }

  @Test func aPortThatIsTaken() throws {
    let server = try Server()
    let second = try run(["serve", "--port", "\(server.port)"])
    second.expect(69, output: "")
    #expect(
      second.errors == """
        DemoCLI: Could not listen on 127.0.0.1:\(server.port): Address already in use (98).
          Try `DemoCLI serve --port 0`, which takes a port that is free.

        """
    )
    _ = try server.end()
  }

  @Test func faultsAreTheSameForTheSameSeed() throws {
    func faults() throws -> [String] {
      let server = try Server(["--port", "0", "--fail", "0.5", "--seed", "7"])
      for _ in 1...20 { _ = try server.get("/github/repos/apple/swift") }
      return try server.end().map(withoutTimes)
    }
    let first = try faults()
    #expect(try faults() == first)
    #expect(first.count == 20)
    #expect(first.contains { $0.hasSuffix("ms") } && first.contains { $0.hasSuffix(", on purpose)") })
  }

  @Test func aScriptEndsTheSameOnMockAndOnLiveValues() throws {
    let script = """
      send searchRepos.queryChanged "swift"
      advance 300ms
      await searchRepos.pageLoaded within 1m
      expect searchRepos.results.totalCount == 257
      let last = searchRepos.results.rows[29].id
      send searchRepos.rowAppeared {"id": $last}
      await searchRepos.pageLoaded within 1m
      let names = searchRepos.results.rows
      send searchRepos.rowTapped {"id": $last}
      send searchRepos.detail.presented.appeared
      await searchRepos.detail.presented.repositoryLoaded within 1m
      await searchRepos.detail.presented.starLoaded within 1m
      send searchRepos.detail.presented.starButtonTapped
      await searchRepos.detail.presented.starSaved within 1m
      let stars = searchRepos.detail.repository.stargazers_count
      expect searchRepos.results.rows[id: $last].stargazers_count == $stars
      show searchRepos.detail
      show searchRepos.results
      send searchRepos.detail.presented.closeButtonTapped
      await searchRepos.detail.dismiss within 1m
      send searchRepos.favoritesButtonTapped
      await searchRepos.pageLoaded within 1m
      expect searchRepos.results.rows[0].id == $last
      show searchRepos.results
      """
    /// The output of the script's `show` statements, without the parts that differ between runs.
    func shown(_ run: Run) -> [[Substring]] {
      #expect(run.status == 0, "\(run.errors)")
      return run.output.split(separator: "\n\n").filter { $0.contains("  show ") }
        // In real time an effect may finish meanwhile, such as the one that remembers the search.
        .map { $0.split(separator: "\n").filter { !$0.hasPrefix("        effect ") } }
    }
    let server = try Server()
    let live = try run(
      ["run", "-", "--live", "--db", folder.path("database.sqlite")],
      input: script,
      environment: server.environment
    )
    let mock = try run(["run", "-"], input: script)
    #expect(shown(live) == shown(mock))
    #expect(shown(mock).count == 3)
    _ = try server.end()
  }

  @Test func oneRequestIsOneLine() {
    let exchange = Exchange(
      method: "GET",
      target: "/" + String(repeating: "a", count: 10_000),
      status: nil,
      fault: .reset,
      time: .milliseconds(1500)
    )
    let line = ServeCommand.line(exchange, at: Date(timeIntervalSince1970: 0.25))
    #expect(line.hasPrefix("00:00:00.250 GET /aaa"))
    #expect(line.hasSuffix("a… --- 1.5 s (a reset connection, on purpose)"))
    #expect(line.count < 600)
  }
}

/// A line of the log without the time of day and the duration.
private func withoutTimes(_ line: String) -> String {
  line.split(separator: " ").dropFirst().joined(separator: " ").replacing(#/ [0-9.]+ (?:µs|ms|s)\b/#, with: " ms")
}
