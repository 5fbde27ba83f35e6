import DemoServer
import Dispatch
import StoreWeb
import Synchronization
import TestSupport
import Testing

@Suite(.ownThreads)
struct DemoServerTests {
  /// Answers with the request that it received.
  private struct Echo: Endpoints {
    let name: String
    var variables: [String] { ["\(name.uppercased())_URL", "\(name.uppercased())_OTHER_URL"] }
    var credentials: [String: String] { ["\(name.uppercased())_TOKEN": "secret"] }

    func respond(to request: WebRequest) -> WebResponse? {
      guard request.path != "/nothing" else { return nil }
      return .json("{\"asked\": \"\(request.method) \(request.target)\"}")
    }
  }

  @Test func findsAServiceByItsName() throws {
    let server = try DemoServer([Echo(name: "a"), Echo(name: "b")])
    defer { server.stop() }
    #expect(try Answer(server, "/a/x/y?z=1").body == #"{"asked": "GET /x/y?z=1"}"#)
    #expect(try Answer(server, "/b/", method: "POST").body == #"{"asked": "POST /"}"#)
    #expect(try Answer(server, "/b").body == #"{"asked": "GET /"}"#)
    #expect(try Answer(server, "/b?q=/a/").body == #"{"asked": "GET /?q=/a/"}"#)
    for target in ["/", "/c/x", "/ab", "//a/x", "/A/x", "/%61/x"] {
      let answer = try Answer(server, target)
      #expect(answer.status == 404)
      #expect(answer.message == "There is nothing at this address; the services are /a, /b")
    }
    let missing = try Answer(server, "/a/nothing")
    #expect(missing.status == 404)
    #expect(missing.message == "Not Found")
  }

  @Test func saysWhereEverythingIs() throws {
    let server = try DemoServer([Echo(name: "a"), Echo(name: "b")])
    defer { server.stop() }
    #expect(
      server.environment == [
        "A_URL": "\(server.url)/a", "A_OTHER_URL": "\(server.url)/a", "A_TOKEN": "secret",
        "B_URL": "\(server.url)/b", "B_OTHER_URL": "\(server.url)/b", "B_TOKEN": "secret",
      ]
    )
    let all = try DemoServer()
    defer { all.stop() }
    #expect(all.environment["GITHUB_API_URL"] == "\(all.url)/github")
    #expect(Set([any Endpoints].all.map(\.name)).count == [any Endpoints].all.count)
  }

  @Test func tellsOfEachAnswer() throws {
    let exchanges = Mutex<[Exchange]>([])
    let server = try DemoServer([Echo(name: "a")], latency: .milliseconds(50)) { exchange in
      exchanges.withLock { $0.append(exchange) }
    }
    let answer = try Answer(server, "/a/x?y", method: "HEAD")
    #expect(answer.status == 200 && answer.headers["Content-Length"] == "21" && answer.body == "")
    _ = try Answer(server, "/b")
    server.stop()
    let (first, last) = try #require(exchanges.withLock { $0.count == 2 ? ($0[0], $0[1]) : nil })
    #expect(first.method == "HEAD" && first.target == "/a/x?y" && first.status == 200 && first.fault == nil)
    #expect(first.time >= .milliseconds(50))
    #expect(last.method == "GET" && last.target == "/b" && last.status == 404)
  }

  @Test func failsTheSameWayForTheSameSeed() throws {
    func faults(rate: Double, seed: UInt64) throws -> [Fault?] {
      let faults = Mutex<[Fault?]>([])
      let server = try DemoServer([Echo(name: "a")], failRate: rate, seed: seed) { exchange in
        faults.withLock { $0.append(exchange.fault) }
      }
      for _ in 0..<100 { _ = try Answer(server, "/a/") }
      server.stop()
      return faults.withLock { $0 }
    }
    let some = try faults(rate: 0.3, seed: 7)
    #expect(try faults(rate: 0.3, seed: 7) == some)
    #expect(try faults(rate: 0.3, seed: 8) != some)
    #expect((15...45).contains(some.count { $0 != nil }))
    let more = try faults(rate: 0.6, seed: 7)
    #expect(zip(some, more).allSatisfy { $0 == nil || $0 == $1 }, "a higher rate adds faults")
    #expect(try faults(rate: 0, seed: 7).allSatisfy { $0 == nil })
    #expect(Set(try faults(rate: 1, seed: 7)) == Set(Fault.allCases))
  }

  /// A client's HTTP library would repeat a request that fails on a connection that it had used before.
  @Test func withFaultsEachRequestHasAConnectionOfItsOwn() throws {
    let server = try DemoServer([Echo(name: "a")], failRate: .leastNonzeroMagnitude)
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send("GET /a/ HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.readToEnd().text.contains("\r\nConnection: close\r\n"))
  }

  @Test func everyFaultIsWhatItSays() throws {
    let fault = Mutex<Fault?>(nil)
    let server = try DemoServer([Echo(name: "a")], failRate: 1, seed: 1) { exchange in
      fault.withLock { $0 = exchange.fault }
    }
    defer { server.stop() }
    var seen: Set<Fault> = []
    while seen.count < Fault.allCases.count {
      let answer = try Answer(server, "/a/")
      let fault = try #require(fault.withLock { $0 })
      seen.insert(fault)
      switch fault {
      case .error: #expect(answer.status == 500 && answer.message == "Something went wrong on purpose")
      case .badGateway:
        #expect(answer.status == 502 && answer.headers["Content-Type"] == "text/html; charset=utf-8")
      case .unavailable: #expect(answer.status == 503 && answer.headers["Retry-After"] == "1")
      case .rateLimit: #expect(answer.status == 429 && answer.headers["Retry-After"] == "1")
      case .reset: #expect(answer.status == nil)
      case .cutShort:
        #expect(answer.status == 200 && answer.headers["Content-Length"] == "18" && answer.body.count == 9)
      }
    }
  }
}
