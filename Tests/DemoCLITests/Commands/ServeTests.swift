import DemoServer
import Foundation
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection

/// Runs `DemoCLI serve` itself, and talks to it over sockets.
@Suite(.ownThreads)
struct ServeTests {
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

    func get(_ target: String) throws -> String {
      try ask("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    }
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

  @Test func otherAnswersAreToldToo() throws {
    let server = try Server(["--port=0", "--latency", "1ms", "--fail", "1", "--seed", "7"])
    _ = try server.get("/github/repos/apple/swift")
    for rubbish in ["GET /\r\n\r\n", "GET /\u{1B}[2J HTTP/1.1\r\nHost: a\r\n\r\n"] {
      #expect(try server.ask(rubbish).hasPrefix("HTTP/1.1 400 "), "\(rubbish.debugDescription)")
    }
    // A request that is never completed does not keep the server from ending.
    let silent = try RawClient(port: server.port)
    silent.send("GET ")
    let log = try server.end()
    #expect(log.count { $0.hasSuffix(", on purpose)") } == 1)
    for line in log { #expect(line.printable == line) }
    #expect(silent.readToEnd().text == "")
  }

  @Test func aPortThatIsTaken() throws {
    let server = try Server()
    let refusal = """
      DemoCLI: Could not listen on 127.0.0.1:\(server.port): Address already in use (98).
        Try `DemoCLI serve --port 0`, which takes a port that is free.

      """
    try run(["serve", "--port", "\(server.port)"]).expect(69, output: "", errors: refusal)
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
