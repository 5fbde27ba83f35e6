import Foundation
import Store
import Testing

@testable import StoreTrace
@testable import StoreWeb

@MainActor struct LiveInspectorTests {
  @Test func theTokenBecomesACookie() throws {
    let inspector = LiveInspector(program: "Test")
    let response = inspector.respond(to: WebRequest("GET", "/?token=\(inspector.token)", ["Host": "127.0.0.1:80"]))
    #expect(response.status == 303)
    #expect(response.headers.contains(.init("Location", "./")))
    let cookie = try #require(response.headers.first { $0.name == "Set-Cookie" }?.value)
    #expect(cookie == "inspector-80=\(inspector.token); HttpOnly; SameSite=Strict")
    let headers = ["Host": "127.0.0.1:80", "Cookie": "a=b; \(cookie.prefix { $0 != ";" })"]
    let page = inspector.respond(to: WebRequest("GET", "/", headers))
    #expect(page.status == 200)
    #expect(page.headers.contains(.init("Content-Type", "text/html; charset=utf-8")))
    // No other site shows the page or reads from it, and none that it leads to is told its address.
    for (name, value) in [
      ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cache-Control", "no-store"),
    ] { #expect(page.headers.contains(.init(name, value)), "\(name)") }
    #expect(inspector.token.count >= 40)
    #expect(inspector.token != LiveInspector().token)
  }

  private nonisolated static let advice = "Open the whole address that the program has printed, "

  @Test(
    arguments: [
      ("GET", "/?token=wrong", [:], 403, ""), ("GET", "/", [:], 401, ""),
      ("GET", "/events", ["Cookie": "inspector-=wrong"], 401, ""),
      ("GET", "/", ["Authorization": "Bearer wrong"], 401, ""),
      ("GET", "/", ["Authorization": "Bearer TOKEN", "Origin": "http://evil.example", "Host": "h"], 403, ""),
      ("POST", "/command", ["Cookie": "inspector-h=TOKEN", "Host": "h", "Origin": "null"], 403, ""),
      ("GET", "/nothing", ["Authorization": "Bearer TOKEN"], 404, ""), ("GET", "/favicon.ico", [:], 204, ""),
      ("POST", "/", ["Authorization": "Bearer TOKEN"], 405, ""),
      ("DELETE", "/trace", ["Authorization": "Bearer TOKEN"], 405, ""),
      ("GET", "/trace", ["Authorization": "Bearer TOKEN"], 404, ""),
      ("GET", "/actions?store=7", ["Authorization": "Bearer TOKEN"], 404, ""),
      ("POST", "/command", ["Authorization": "Bearer TOKEN"], 403, ""), ("POST", "/trace", [:], 401, ""),
      ("POST", "/trace", ["Authorization": "Bearer TOKEN"], 403, ""), ("POST", "/command?token=TOKEN", [:], 401, ""),
      ("POST", "/mcp", [:], 401, ""), ("POST", "/mcp?token=wrong", [:], 401, ""),
      ("POST", "/mcp", ["Cookie": "inspector-=TOKEN"], 401, ""),
      ("POST", "/mcp?token=TOKEN", ["Origin": "http://evil.example", "Host": "h"], 403, ""),
      ("POST", "/mcp?token=TOKEN", [:], 400, ""), ("GET", "/mcp?token=TOKEN", [:], 405, ""),
      ("DELETE", "/mcp", ["Authorization": "Bearer TOKEN"], 405, ""),
      ("POST", "/command", ["Cookie": "inspector-=TOKEN"], 401, "The header field `Origin` is missing. "),
      ("POST", "/command", [:], 401, "The header field `Origin` is missing. "),
      ("POST", "/command", ["Authorization": "Bearer wrong"], 401, advice),
      ("POST", "/command", ["Origin": "http://h", "Host": "h"], 401, advice), ("GET", "/command", [:], 401, advice),
    ] as [(String, String, [String: String], Int, String)]
  )
  func othersGetNothing(method: String, target: String, headers: [String: String], status: Int, text: String) {
    let inspector = LiveInspector()
    let headers = headers.mapValues { $0.replacing("TOKEN", with: inspector.token) }
    let target = target.replacing("TOKEN", with: inspector.token)
    let response = inspector.respond(to: WebRequest(method, target, headers))
    #expect(response.status == status, "\(response.text ?? "no text")")
    if !text.isEmpty { #expect(response.text?.hasPrefix(text) == true, "\(response.text ?? "no text")") }
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
      return inspector.respond(to: WebRequest("GET", "/", headers.compactMapValues { $0 })).status
    }
    #expect(status(host) == 200)
    #expect(status("localhost:\(try #require(url.port))") == 200)
    // A name of another site that leads here.
    #expect(status("evil.example:\(try #require(url.port))") == 403)
    #expect(status("127.0.0.1") == 403)
    #expect(status(nil) == 403)
  }

  /// A store on a page that is open.
  private func open(_ access: LiveInspector.Access = .control) async throws -> (Page, StoreOf<Ledger>) {
    let inspector = LiveInspector(program: "Test", access: access)
    let store = Store(initialState: Ledger.State()) { Ledger() }
    store.inspect(on: inspector, name: "Tally")
    let page = Page(inspector)
    try await page.read { $0.contains("frame") }
    return (page, store)
  }

  @Test func aPageSendsActions() async throws {
    let (page, store) = try await open()
    #expect(await page.perform(#"{"command": "send", "action": "pay 5"}"#) == "200 null")
    #expect(store.sum == 5)
    let unknown = await page.perform(#"{"command": "send", "action": "pa 5"}"#)
    #expect(unknown == "409 unknown action `pa`; expected `pay` or `account`; did you mean `pay`?")
    #expect(await page.perform(#"{"command": "send", "action": "pay"}"#).hasPrefix("409 "))
    #expect(store.sum == 5)
  }

  @Test func aPageJumpsAndTheStoreGoesOn() async throws {
    let (page, store) = try await open()
    let stores = try #require(page.events.first { $0.name == "stores" }?.data)
    #expect(try JSONValue.parsed(stores)["shown"] == .integer(1))
    for number in 1...3 { store.send(.pay(number)) }
    for (step, sum) in [(1, 1), (0, 0), (3, 6)] {
      #expect(await page.perform(#"{"command": "jump", "step": \#(step)}"#) == "200 null")
      #expect(store.sum == sum)
    }
    store.send(.pay(10))
    try await page.read { $0.contains { $0.contains(#""step":4"#) } }
    #expect(page.steps == [1, 2, 3, 4])
    #expect(page.lines.filter { $0.contains(#""kind":"jump""#) }.count == 3)
    let refusal = "409 The program no longer has the state after step 99: it keeps those of the latest 200 steps."
    #expect(await page.perform(#"{"command": "jump", "step": 99}"#) == refusal)
  }

  @Test func aSkippedStepHasNotBeen() async throws {
    let (page, store) = try await open()
    for number in 1...3 { store.send(.pay(number)) }
    #expect(await page.perform(#"{"command": "skip", "step": 2}"#) == "200 null")
    #expect(store.sum == 4)
    try await page.read { $0.contains { $0.contains(#""step":4"#) } }
    #expect(page.steps == [1, 2, 3, 4], "the third is reduced once more")
  }

  /// The effect that has made the change does not run again.
  @Test func whatIsBeforeAChangeByAnEffectIsNotSkipped() async throws {
    let inspector = LiveInspector(program: "Test", access: .control)
    let store = Store(initialState: Doubler.State()) { Doubler() }
    store.inspect(on: inspector, name: "Doubler")
    let page = Page(inspector)
    try await page.read { $0.contains("frame") }
    store.send(.added)
    await store.send(.doubled).finish()
    let refusal = "409 Step 3 is a change by an effect, which can't be made again. Jump to step 0 instead."
    #expect(await page.perform(#"{"command": "skip", "step": 1}"#) == refusal)
    #expect(store.sum == 4)
    #expect(await page.perform(#"{"command": "skip", "step": 3}"#) == "200 null")
    #expect(store.sum == 2, "the change itself can be left out")
  }

  @Test func aLockedStoreKeepsActionsWaiting() async throws {
    let (page, store) = try await open()
    #expect(await page.perform(#"{"command": "lock"}"#) == "200 null")
    store.send(.pay(1))
    #expect(store.sum == 0)
    let note = "200 The store is locked: the action waits."
    #expect(await page.perform(#"{"command": "send", "action": "pay 2"}"#) == note)
    #expect(await page.perform(#"{"command": "unlock"}"#) == "200 null")
    #expect(store.sum == 3)
    #expect(await page.perform(#"{"command": "commit"}"#) == "200 null")
    try await page.read { $0.filter { $0 == "header" }.count == 2 }
  }

  @Test func wrongCommandsSayWhatIsRight() async throws {
    let (page, store) = try await open()
    #expect(await page.perform("{").hasPrefix("400 "))
    for (command, answer) in [
      (#"{"command": "dance"}"#, "400 `command` has to be send, jump, skip, lock, unlock or commit."),
      (#"{"command": "jump", "step": -1}"#, "400 `step` has to be the number of a step."),
      (#"{"command": "send"}"#, "400 `action` has to be the path of an action with its payload."),
      (#"{"command": "commit", "store": 9}"#, "404 There is no such store."),
    ] { #expect(await page.perform(command) == answer) }
    #expect(store.sum == 0)
    let (reader, _) = try await open(.readOnly)
    #expect(await reader.perform(#"{"command": "commit"}"#).hasPrefix("403 This page only shows the stores."))
  }

  @Test func aStoreThatIsReleasedEnds() async throws {
    let inspector = LiveInspector(access: .control)
    var store: StoreOf<Ledger>? = Store(initialState: Ledger.State()) { Ledger() }
    store?.inspect(on: inspector, name: "Tally")
    let page = Page(inspector)
    try await page.read { $0.contains("frame") }
    store = nil
    try await page.read { $0.contains { $0.contains(#""kind":"end""#) } }
    let refusal = "409 The store has been released: its program no longer uses it."
    #expect(await page.perform(#"{"command": "jump", "step": 0}"#) == refusal)
    let another = Store(initialState: Ledger.State()) { Ledger() }
    another.inspect(on: inspector, name: "Another")
    #expect(inspector.stores.map(\.name) == ["Tally", "Another"])
  }

  @Test func nobodyLooksSoNothingIsRecorded() {
    let inspector = LiveInspector()
    let store = Store(initialState: Ledger.State()) { Ledger() }
    store.inspect(on: inspector)
    store.send(.pay(1))
    #expect(inspector.stores.map(\.feed.hasBegun) == [false])
    #expect(inspector.stores.map(\.name) == ["Ledger"])
  }
}

@MainActor private final class Page {
  let inspector: LiveInspector
  private var iterator: AsyncStream<[UInt8]>.Iterator?
  private(set) var events: [(name: String, data: String)] = []

  init(_ inspector: LiveInspector) {
    self.inspector = inspector
    let response = inspector.respond(to: inspector.request("GET", "/events"))
    if case .stream(let stream)? = response.body { iterator = stream.makeAsyncIterator() }
  }

  var lines: [String] {
    events.filter { $0.name == "records" }.flatMap { $0.data.split(separator: "\n").map(String.init) }
  }

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
    let response = await inspector.respond(to: inspector.request("POST", "/command", body: command)).resolved
    guard let json = try? JSONValue.parsed(response.text ?? "") else { return "no body" }
    let text = json["message"] ?? json["note"] ?? .null
    if case .string(let text) = text { return "\(response.status ?? 0) \(text)" }
    return "\(response.status ?? 0) \(text)"
  }
}

struct Ledger: Reducer {
  struct State: Equatable, Encodable { var sum = 0, password = "secret" }
  enum Account: Codable { case close }
  enum Action: Codable { case pay(Int), account(Account) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .pay(let number) = action { state.sum += number }
      return .none
    }
  }
}

private struct Doubler: Reducer {
  struct State: Equatable, Encodable { var sum = 1 }
  enum Action: Codable { case added, doubled }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .doubled = action { return run { store in try store.modify("Double") { $0.sum *= 2 } } }
    state.sum += 1
    return .none
  }
}

extension JSONValue {
  static func parsed(_ text: String) throws -> JSONValue {
    try JSONParser.parse(SourceText(name: "JSON", text: text)).value
  }
}

extension WebRequest {
  init(_ method: String, _ target: String, _ headers: [String: String] = [:], body: String = "") {
    let headers = headers.sorted { $0.key < $1.key }.map { Header($0.key, $0.value) }
    self.init(method: method, target: target, headers: headers, body: Array(body.utf8))
  }
}

extension WebResponse {
  var text: String? { if case .bytes(let bytes)? = body { String(decoding: bytes, as: UTF8.self) } else { nil } }
}

extension LiveInspector {
  /// A request of somebody who has the token.
  func request(_ method: String, _ target: String, body: String = "") -> WebRequest {
    WebRequest(method, target, ["Authorization": "Bearer \(token)"], body: body)
  }

  /// The status and the text of the response to whoever has the token.
  func answer(_ method: String, _ target: String, body: String = "") async -> String {
    let response = await respond(to: request(method, target, body: body)).resolved
    return "\(response.status ?? 0) \(response.text ?? "no body")"
  }
}
