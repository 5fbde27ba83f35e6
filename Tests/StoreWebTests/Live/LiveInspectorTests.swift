import Dependencies
import Foundation
import Store
import Testing

@testable import StoreTrace
@testable import StoreWeb

@MainActor struct LiveInspectorTests {
  // MARK: Who may ask

  private func request(
    _ method: String = "GET",
    _ target: String,
    _ headers: [String: String] = [:],
    body: String = ""
  ) -> WebRequest {
    WebRequest(
      method: method,
      target: target,
      headers: headers.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) },
      body: Array(body.utf8)
    )
  }

  @Test func theTokenBecomesACookie() throws {
    let inspector = LiveInspector(program: "Test")
    let response = inspector.respond(to: request("GET", "/?token=\(inspector.token)", ["Host": "127.0.0.1:80"]))
    #expect(response.status == 303)
    #expect(response.headers.contains(.init("Location", "./")))
    let cookie = try #require(response.headers.first { $0.name == "Set-Cookie" }?.value)
    #expect(cookie == "inspector-80=\(inspector.token); HttpOnly; SameSite=Strict")
    let headers = ["Host": "127.0.0.1:80", "Cookie": "a=b; \(cookie.prefix { $0 != ";" })"]
    let page = inspector.respond(to: request("GET", "/", headers))
    #expect(page.status == 200)
    #expect(page.headers.contains(.init("Content-Type", "text/html; charset=utf-8")))
    #expect(page.headers.contains(.init("X-Frame-Options", "DENY")))
    #expect(inspector.token.count >= 40)
    #expect(inspector.token != LiveInspector().token)
  }

  @Test(
    arguments: [
      ("GET", "/?token=wrong", [:], 403),
      ("GET", "/", [:], 401),
      ("GET", "/events", ["Cookie": "inspector-=wrong"], 401),
      ("GET", "/", ["Authorization": "Bearer wrong"], 401),
      ("GET", "/", ["Authorization": "Bearer TOKEN", "Origin": "http://evil.example", "Host": "h"], 403),
      ("POST", "/command", ["Cookie": "inspector-=TOKEN"], 401),
      ("POST", "/command", ["Cookie": "inspector-h=TOKEN", "Host": "h", "Origin": "null"], 403),
      ("GET", "/nothing", ["Authorization": "Bearer TOKEN"], 404),
      ("GET", "/favicon.ico", [:], 204),
      ("POST", "/", ["Authorization": "Bearer TOKEN"], 405),
      ("DELETE", "/trace", ["Authorization": "Bearer TOKEN"], 405),
      ("GET", "/trace", ["Authorization": "Bearer TOKEN"], 404),
      ("GET", "/actions?store=7", ["Authorization": "Bearer TOKEN"], 404),
      ("POST", "/command", ["Authorization": "Bearer TOKEN"], 403),
      ("POST", "/trace", [:], 401),
      ("POST", "/trace", ["Authorization": "Bearer TOKEN"], 403),
      ("POST", "/command?token=TOKEN", [:], 401),
      ("POST", "/mcp", [:], 401),
      ("POST", "/mcp?token=wrong", [:], 401),
      ("POST", "/mcp", ["Cookie": "inspector-=TOKEN"], 401),
      ("POST", "/mcp?token=TOKEN", ["Origin": "http://evil.example", "Host": "h"], 403),
      ("POST", "/mcp?token=TOKEN", [:], 400),
      ("GET", "/mcp?token=TOKEN", [:], 405),
      ("DELETE", "/mcp", ["Authorization": "Bearer TOKEN"], 405),
    ] as [(String, String, [String: String], Int)]
  )
  func othersGetNothing(method: String, target: String, headers: [String: String], status: Int) {
    let inspector = LiveInspector()
    let headers = headers.mapValues { $0.replacing("TOKEN", with: inspector.token) }
    let target = target.replacing("TOKEN", with: inspector.token)
    #expect(inspector.respond(to: request(method, target, headers)).status == status)
  }

  @Test(
    arguments: [
      ("POST", ["Cookie": "inspector-=TOKEN"], "The header field `Origin` is missing. "),
      ("POST", [:], "The header field `Origin` is missing. "),
      ("POST", ["Authorization": "Bearer wrong"], "Open the whole address that the program has printed, "),
      ("POST", ["Origin": "http://h", "Host": "h"], "Open the whole address that the program has printed, "),
      ("GET", [:], "Open the whole address that the program has printed, "),
    ] as [(String, [String: String], String)]
  )
  func whoeverMayNotAskIsToldWhatIsMissing(method: String, headers: [String: String], message: String) {
    let inspector = LiveInspector()
    let headers = headers.mapValues { $0.replacing("TOKEN", with: inspector.token) }
    let response = inspector.respond(to: request(method, "/command", headers))
    guard case .bytes(let bytes)? = response.body else { return #expect(Bool(false), "no body") as Void }
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(message))
    #expect(response.status == 401)
  }

  @Test func anAddressThatIsNotThatOfTheServerGetsNothing() throws {
    let inspector = LiveInspector()
    let address = try inspector.serve()
    defer { inspector.stop() }
    #expect(inspector.address == address)
    let url = try #require(URL(string: address))
    let host = "\(try #require(url.host())):\(try #require(url.port))"
    func status(_ host: String?) -> Int? {
      let headers = ["Authorization": "Bearer \(inspector.token)", "Host": host]
      return inspector.respond(to: request("GET", "/", headers.compactMapValues { $0 })).status
    }
    #expect(status(host) == 200)
    #expect(status("localhost:\(try #require(url.port))") == 200)
    // A name of another site that leads here.
    #expect(status("evil.example:\(try #require(url.port))") == 403)
    #expect(status("127.0.0.1") == 403)
    #expect(status(nil) == 403)
  }

  // MARK: Commands

  /// A store on a page that is open.
  private func open(_ access: LiveInspector.Access = .control) async throws -> (Page, StoreOf<Tally>) {
    let inspector = LiveInspector(program: "Test", access: access)
    let store = Store(initialState: Tally.State()) { Tally() }
    store.inspect(on: inspector, name: "Tally")
    let page = Page(inspector)
    try await page.read { $0.contains("frame") }
    return (page, store)
  }

  @Test func aPageSeesWhatAStoreDoes() async throws {
    let (page, store) = try await open()
    store.send(.add(2))
    store.send(.add(3))
    try await page.read { $0.contains { $0.contains(#""step":2"#) } }
    #expect(page.steps == [1, 2])
    let stores = try #require(page.events.first { $0.name == "stores" }?.data)
    let list = try JSONValue.parsed(stores)
    #expect(list["shown"] == .integer(1))
  }

  @Test func aPageSendsActions() async throws {
    let (page, store) = try await open()
    #expect(await page.perform(#"{"command": "send", "action": "add 5"}"#) == "200 null")
    #expect(store.sum == 5)
    let unknown = await page.perform(#"{"command": "send", "action": "ad 5"}"#)
    #expect(unknown == "409 unknown action `ad`; expected `add`; did you mean `add`?")
    #expect(await page.perform(#"{"command": "send", "action": "add"}"#).hasPrefix("409 "))
    #expect(store.sum == 5)
  }

  @Test func aPageJumpsAndTheStoreGoesOn() async throws {
    let (page, store) = try await open()
    for number in 1...3 { store.send(.add(number)) }
    #expect(await page.perform(#"{"command": "jump", "step": 1}"#) == "200 null")
    #expect(store.sum == 1)
    #expect(await page.perform(#"{"command": "jump", "step": 0}"#) == "200 null")
    #expect(store.sum == 0)
    #expect(await page.perform(#"{"command": "jump", "step": 3}"#) == "200 null")
    #expect(store.sum == 6)
    store.send(.add(10))
    try await page.read { $0.contains { $0.contains(#""step":4"#) } }
    #expect(page.steps == [1, 2, 3, 4])
    #expect(page.lines.filter { $0.contains(#""kind":"jump""#) }.count == 3)
    #expect(
      await page.perform(#"{"command": "jump", "step": 99}"#)
        == "409 The program no longer has the state after step 99: it keeps those of the latest 200 steps."
    )
  }

  @Test func aSkippedStepHasNotBeen() async throws {
    let (page, store) = try await open()
    for number in 1...3 { store.send(.add(number)) }
    #expect(await page.perform(#"{"command": "skip", "step": 2}"#) == "200 null")
    #expect(store.sum == 4)
    try await page.read { $0.contains { $0.contains(#""step":4"#) } }
    #expect(page.steps == [1, 2, 3, 4], "the third is reduced once more")
  }

  @Test func aLockedStoreKeepsActionsWaiting() async throws {
    let (page, store) = try await open()
    #expect(await page.perform(#"{"command": "lock"}"#) == "200 null")
    store.send(.add(1))
    #expect(store.sum == 0)
    #expect(
      await page.perform(#"{"command": "send", "action": "add 2"}"#) == "200 The store is locked: the action waits."
    )
    #expect(await page.perform(#"{"command": "unlock"}"#) == "200 null")
    #expect(store.sum == 3)
    #expect(await page.perform(#"{"command": "commit"}"#) == "200 null")
    try await page.read { $0.filter { $0 == "header" }.count == 2 }
  }

  @Test func wrongCommandsSayWhatIsRight() async throws {
    let (page, store) = try await open()
    #expect(await page.perform("{").hasPrefix("400 "))
    #expect(
      await page.perform(#"{"command": "dance"}"#)
        == "400 `command` has to be send, jump, skip, lock, unlock or commit."
    )
    #expect(await page.perform(#"{"command": "jump", "step": -1}"#) == "400 `step` has to be the number of a step.")
    #expect(
      await page.perform(#"{"command": "send"}"#)
        == "400 `action` has to be the path of an action with its payload."
    )
    #expect(await page.perform(#"{"command": "commit", "store": 9}"#) == "404 There is no such store.")
    #expect(store.sum == 0)
    let (reader, _) = try await open(.readOnly)
    #expect(await reader.perform(#"{"command": "commit"}"#).hasPrefix("403 This page only shows the stores."))
  }

  @Test func aStoreThatIsReleasedEnds() async throws {
    let inspector = LiveInspector(access: .control)
    var store: StoreOf<Tally>? = Store(initialState: Tally.State()) { Tally() }
    store?.inspect(on: inspector, name: "Tally")
    let page = Page(inspector)
    try await page.read { $0.contains("frame") }
    store = nil
    try await page.read { $0.contains { $0.contains(#""kind":"end""#) } }
    #expect(
      await page.perform(#"{"command": "jump", "step": 0}"#)
        == "409 The store has been released: its program no longer uses it."
    )
    let another = Store(initialState: Tally.State()) { Tally() }
    another.inspect(on: inspector, name: "Another")
    #expect(inspector.stores.map(\.name) == ["Tally", "Another"])
  }

  @Test func nobodyLooksSoNothingIsRecorded() {
    let inspector = LiveInspector()
    let store = Store(initialState: Tally.State()) { Tally() }
    store.inspect(on: inspector)
    store.send(.add(1))
    #expect(inspector.stores.map(\.feed.hasBegun) == [false])
    #expect(inspector.stores.map(\.name) == ["Tally"])
  }
}

/// A page that is open.
@MainActor private final class Page {
  let inspector: LiveInspector
  private var iterator: AsyncStream<[UInt8]>.Iterator?
  private(set) var events: [(name: String, data: String)] = []

  init(_ inspector: LiveInspector) {
    self.inspector = inspector
    let response = inspector.respond(to: request("GET", "/events"))
    if case .stream(let stream)? = response.body { iterator = stream.makeAsyncIterator() }
  }

  private func request(_ method: String, _ target: String, body: String = "") -> WebRequest {
    WebRequest(
      method: method,
      target: target,
      headers: [.init("Authorization", "Bearer \(inspector.token)")],
      body: Array(body.utf8)
    )
  }

  /// The lines of records.
  var lines: [String] {
    events.filter { $0.name == "records" }.flatMap { $0.data.split(separator: "\n").map(String.init) }
  }

  /// The numbers of the steps.
  var steps: [Int] {
    lines.filter { $0.contains(#""kind":"action""#) }.compactMap { line in
      line.firstMatch(of: /"step":(\d+)/).flatMap { Int($0.output.1) }
    }
  }

  /// Reads until the names of the events and their lines meet a condition.
  func read(until isMet: ([String]) -> Bool) async throws {
    while !isMet(events.map(\.name) + lines) {
      var next = iterator
      let chunk = try #require(await next?.next(isolation: #isolation))
      iterator = next
      for event in String(decoding: chunk, as: UTF8.self).components(separatedBy: "\n\n") where !event.isEmpty {
        var (name, data) = ("", [String]())
        for line in event.split(separator: "\n") {
          if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
          if line.hasPrefix("data: ") { data.append(String(line.dropFirst(6))) }
        }
        if !name.isEmpty { events.append((name, data.joined(separator: "\n"))) }
      }
    }
  }

  /// The status of a command, and the message or note.
  func perform(_ command: String) async -> String {
    let response = await inspector.respond(to: request("POST", "/command", body: command)).resolved
    guard case .bytes(let bytes)? = response.body,
      let json = try? JSONValue.parsed(String(decoding: bytes, as: UTF8.self))
    else { return "no body" }
    let text = json["message"] ?? json["note"] ?? .null
    if case .string(let text) = text { return "\(response.status ?? 0) \(text)" }
    return "\(response.status ?? 0) \(text)"
  }
}

private struct Tally: Reducer {
  struct State: Equatable, Encodable { var sum = 0 }
  enum Action: Codable { case add(Int) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.sum += number
      }
      return .none
    }
  }
}
