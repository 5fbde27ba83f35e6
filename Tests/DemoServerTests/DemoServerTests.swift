import Dispatch
import Foundation
import StoreWeb
import Synchronization
import TestSupport
import Testing

@testable import DemoServer

@Suite(.ownThreads) struct DemoServerTests {
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
    let expected = [
      "A_URL": "\(server.url)/a", "A_OTHER_URL": "\(server.url)/a", "A_TOKEN": "secret",
      "B_URL": "\(server.url)/b", "B_OTHER_URL": "\(server.url)/b", "B_TOKEN": "secret",
    ]
    #expect(server.environment == expected)
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

struct Answer {
  var status: Int?
  var headers: [String: String] = [:]
  var body = ""

  /// Sends a request and reads the whole answer. `status` is `nil` if there was none.
  init(_ server: DemoServer, _ target: String, method: String = "GET", headers: [String: String] = [:]) throws {
    let client = try RawClient(port: server.port)
    let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    let always = "Host: 127.0.0.1:\(server.port)\r\nConnection: close\r\n"
    client.send("\(method) \(target) HTTP/1.1\r\n\(always)\(fields)\r\n")
    guard case .closed(let text) = client.readToEnd() else { return }
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\r\n")
    status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    for line in lines.dropFirst() {
      let field = line.split(separator: ":", maxSplits: 1)
      self.headers[String(field[0])] = field[1].trimmingCharacters(in: .whitespaces)
    }
    body = parts.count == 2 ? String(parts[1]) : ""
  }

  var json: [String: Any] {
    get throws { try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:] }
  }

  var message: String? { try? json["message"] as? String }
}

struct CallTests {
  private struct Service: Endpoints {
    let name = "service"
    let variables: [String] = []
    func respond(to request: WebRequest) -> WebResponse? { nil }
  }

  private func read(_ target: String, headers: [WebRequest.Header] = []) -> Call? {
    Call(WebRequest(method: "GET", target: target, headers: headers), of: Service())
  }

  @Test(arguments: [
    ("/", []), ("/a", ["a"]), ("/a/", ["a", ""]), ("//a", ["", "a"]), ("/a%2Fb/c%20d", ["a/b", "c d"]),
    ("/%E6%97%A5?x", ["日"]), ("/a+b", ["a+b"]),
  ])
  func decodesPaths(target: String, path: [String]) { #expect(read(target)?.path == path) }

  @Test func decodesQueries() throws {
    let call = try #require(read("/?a=1&b=c%26+d%2B&a=2&e&=f&g=h=i&&%E6%97%A5=%E6%9C%AC"))
    #expect(call.query.map(\.name) == ["a", "b", "a", "e", "", "g", "日"])
    let values = [("a", "1"), ("b", "c& d+"), ("e", ""), ("g", "h=i"), ("日", "本"), ("z", nil)] as [(String, String?)]
    for (name, value) in values { #expect(call[name] == value) }
    #expect(call.number("a", default: 9) == 1)
    #expect(call.number("z", default: 9) == 9)
    #expect(call.number("b", default: 9) == nil)
  }

  @Test(arguments: ["/%", "/%4", "/%zz", "/%+1", "/a?b=%", "/?%=1", "/%FF", "/?a=%C3%28", "/%u0041"])
  func refusesWhatIsNotPercentEncoded(target: String) { #expect(read(target) == nil) }

  @Test func makesAddresses() throws {
    let call = try #require(read("/a%20b?q=c%2B%2B&page=2", headers: [.init("Host", "localhost:1")]))
    #expect(call.address(setting: "page", to: "3") == "http://localhost:1/service/a%20b?q=c%2B%2B&page=3")
    let expected = "http://localhost:1/service/a%20b?q=c%2B%2B&page=2&x=%E6%97%A5%20%26"
    #expect(call.address(setting: "x", to: "日 &") == expected)
  }

  @Test(arguments: [
    (1, 30, 65, 0..<30, "next 2, last 3"), (2, 30, 65, 30..<60, "prev 1, first 1, next 3, last 3"),
    (3, 30, 65, 60..<65, "prev 2, first 1"), (4, 30, 65, 0..<0, "prev 3, first 1"), (1, 30, 30, 0..<30, ""),
    (1, 30, 0, 0..<0, ""), (Int.max, 30, 65, 0..<0, "prev 3, first 1"),
    (Int.min, 30, 65, 0..<0, "next -9223372036854775807, last 3"), (2, 1, 3, 1..<2, "prev 1, first 1, next 3, last 3"),
  ])
  func cutsPages(number: Int, size: Int, total: Int, rows: Range<Int>, links: String) throws {
    let page = Page(number, size: size, of: Array(0..<total))
    #expect(Array(page.rows) == Array(rows))
    #expect(page.total == total)
    let call = try #require(read("/x"))
    let header = page.links(call).first?.value ?? ""
    let found = header.split(separator: ", ").map { link in
      let parts = link.split(separator: ">; rel=")
      return "\(parts[1].dropFirst().dropLast()) \(parts[0].split(separator: "page=")[1])"
    }
    #expect(found.joined(separator: ", ") == links)
  }
}
