import Store
import Testing

@testable import StoreTrace
@testable import StoreWeb

/// What an agent does with a running program, over the Model Context Protocol.
@MainActor struct LiveAgentTests {
  private let inspector = LiveInspector(program: "Test", access: .control)
  private let store = Store(initialState: Ledger.State()) { Ledger() }

  /// Posts a message, and returns the status and the result or error.
  private func post(
    _ message: String,
    _ headers: [String: String] = [:],
    to inspector: LiveInspector
  ) async throws -> (status: Int, answer: JSONValue) {
    let request = WebRequest("POST", "/mcp?token=\(inspector.token)", headers, body: message)
    let response = await inspector.respond(to: request).resolved
    #expect(response.headers.contains { $0.name == "Cache-Control" && $0.value == "no-store" }, "early or late")
    guard let text = response.text, text != "" else { return (response.status ?? 0, .null) }
    let json = try JSONValue.parsed(text)
    return (response.status ?? 0, json["result"] ?? json["error"] ?? .null)
  }

  /// Calls a tool, and returns the text of its answer. That of a mistake begins with a mark.
  private func call(_ tool: String, _ arguments: String = "{}", on other: LiveInspector? = nil) async throws -> String {
    let message =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    let answer = try await post(message, to: other ?? inspector).answer
    guard case .array(let content)? = answer["content"], case .string(let text)? = content.first?["text"] else {
      return "\(answer)"
    }
    return (answer["isError"] == .bool(true) ? "✗ " : "") + text
  }

  private nonisolated static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  /// A call with the version of its protocol, which header fields have to repeat.
  private nonisolated static func modern(_ method: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","#
      + #""params":{"name":"list_stores","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#
  }
  private nonisolated static func fields(_ method: String, _ name: String? = nil) -> [String: String] {
    var fields = ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method]
    fields["Mcp-Name"] = name
    return fields
  }

  @Test(
    arguments: [
      (#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, [:], 202, nil),
      (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, [:], 202, nil), ("nonsense", [:], 400, -32_700),
      ("[]", [:], 400, -32_600), (ping, [:], 200, nil), (ping, ["MCP-Protocol-Version": "2025-11-25"], 200, nil),
      (ping, ["mcp-protocol-version": "2025-03-26"], 200, nil),
      (ping, ["MCP-Protocol-Version": "1999-01-01"], 400, -32_022),
      (#"{"jsonrpc":"2.0","id":1,"method":"dance"}"#, [:], 200, -32_601),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, ["MCP-Protocol-Version": "2026-07-28"], 400, -32_020),
      (modern("tools/call"), [:], 400, -32_020), (modern("tools/call"), fields("tools/call"), 400, -32_020),
      (modern("tools/call"), fields("tools/list", "list_stores"), 400, -32_020),
      (modern("tools/call"), fields("tools/call", "list_stores"), 200, nil),
      (modern("tools/call"), fields("tools/call", "=?base64?bGlzdF9zdG9yZXM=?="), 200, nil),
      (modern("ping"), fields("ping"), 404, -32_601),
    ] as [(String, [String: String], Int, Int64?)]
  )
  func eachMessageHasItsStatus(message: String, headers: [String: String], status: Int, code: Int64?) async throws {
    store.inspect(on: inspector)
    let (found, answer) = try await post(message, headers, to: inspector)
    #expect(found == status, "\(answer)")
    #expect(answer["code"] == code.map(JSONValue.integer))
  }

  @Test func aHandshakeNamesTheProgram() async throws {
    let message =
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#
    let answer = try await post(message, to: inspector).answer
    #expect(answer["serverInfo"]?["name"] == .string("Test"))
    #expect(answer["serverInfo"]?["version"] == .string("unknown"), "clients require a text")
    let inspector = LiveInspector(program: "Test", version: "2.1.0", access: .readOnly, redacting: [])
    #expect(try await post(message, to: inspector).answer["serverInfo"]?["version"] == .string("2.1.0"))
  }

  @Test func anAgentDrivesAStore() async throws {
    store.inspect(on: inspector, name: "Ledger")
    store.send(.pay(1))
    #expect(try await call("list_stores") == #"{"stores": [{"store": 1, "name": "Ledger", "hasEnded": false}]}"#)
    let state = #"{"sum": 1, "password": "[redacted]"}"#
    #expect(try await call("read_state") == state, "a password does not leave the program")
    #expect(try await call("list_actions").contains(#"{"path": "pay", "payload": {"type": "integer"}}"#))
    let sent = "  1  pay 5 sent by the user\n     ~ sum: 1 → 6\nLater steps: `list_steps` with `after` 1."
    #expect(try await call("send_action", #"{"action":"pay","payload":5}"#) == sent)
    let answer = try await call("send_action", #"{"action":"account.close"}"#)
    #expect(answer.hasPrefix("  2  account.close sent by the user\n     no change\n"), "\(answer)")
    store.send(.pay(2))
    for (tool, arguments, answer) in [
      ("list_steps", #"{"after":1}"#, "  2  account.close sent by the user\n  3  pay 2 sent by the user\n"),
      ("list_steps", #"{"after":3}"#, "There is no step after 3.\n"),
      ("read_state", #"{"path":"sum","step":1}"#, "6"), ("compare_steps", #"{"from":0,"to":3}"#, "~ sum: 1 → 8"),
      ("jump_to_step", #"{"step":1}"#, "~ sum: 8 → 6"), ("read_state", #"{"path":"sum"}"#, "6"),
      ("reset_store", "{}", "~ sum: 6 → 1"), ("jump_to_step", #"{"step":3}"#, "~ sum: 1 → 8"),
      ("skip_step", #"{"step":1}"#, "~ sum: 8 → 3"), ("lock_store", "{}", "no change"),
      ("send_action", #"{"action":"pay","payload":1}"#, "The store is locked:"),
      ("unlock_store", "{}", "~ sum: 3 → 4"), ("commit_steps", "{}", "no change"),
      ("list_steps", "{}", "There is no step after 0.\n"),
    ] {
      let found = try await call(tool, arguments)
      #expect(tool == "send_action" ? found.hasPrefix(answer) : found == answer, "\(tool): \(found)")
    }
    #expect(store.sum == 4)
  }

  @Test(
    arguments: [
      ("send_action", #"{"action":"pa"}"#, "unknown action `pa`; expected `pay` or `account`; did you mean `pay`?"),
      ("send_action", "{}", "`send_action` needs `action`: "),
      ("read_state", #"{"path":"total"}"#, "the state has no `total`; it has `sum` and `password`"),
      ("read_state", #"{"path":"sum +"}"#, "expected the end of the path, found "),
      ("read_state", #"{"step":4}"#, "The session has recorded 0 steps; 0 is the start."),
      ("read_state", #"{"store":2}"#, "There is no store 2: `list_stores` lists them."),
      ("jump_to_step", #"{"step":4}"#, "The program no longer has the state after step 4: "),
      ("list_actions", #"{"path":"x"}"#, "There is no action `x`."),
    ]
  )
  func aWrongCallIsToldWhatIsRight(tool: String, arguments: String, message: String) async throws {
    store.inspect(on: inspector)
    let answer = try await call(tool, arguments)
    #expect(answer.hasPrefix("✗ \(message)"), "\(answer)")
  }

  @Test func anActionAsInSwiftIsToldOfThePayload() async throws {
    store.inspect(on: inspector)
    let answer = try await call("send_action", #"{"action":"pay(seconds: 30)"}"#)
    let advice = "Write only the path in `action`, and the values as JSON in `payload`, such as `{\"seconds\": 30}`."
    #expect(answer.hasPrefix("✗ ") && answer.hasSuffix(". \(advice)"), "\(answer)")
    #expect(try await !call("send_action", #"{"action":"pa"}"#).contains(advice))
    #expect(store.sum == 0)
  }

  @Test func aStoreThatHasEndedTakesNoActions() async throws {
    var store: StoreOf<Ledger>? = Store(initialState: Ledger.State(sum: 7)) { Ledger() }
    store?.inspect(on: inspector)
    #expect(try await call("read_state", #"{"path":"sum"}"#) == "7")
    store = nil
    for (tool, arguments) in [("list_actions", "{}"), ("send_action", #"{"action":"pay","payload":5}"#)] {
      let refusal = "✗ The store has been released: its program no longer uses it."
      #expect(try await call(tool, arguments) == refusal, "\(tool)")
    }
    #expect(try await call("read_state", #"{"path":"sum"}"#) == "7")
  }

  @Test func anAgentWaitsForAStep() async throws {
    store.inspect(on: inspector)
    _ = try await call("read_state")
    async let steps = call("list_steps", #"{"seconds":30}"#)
    store.send(.pay(3))
    #expect(try await steps == "  1  pay 3 sent by the user\n")
  }

  @Test func severalStoresHaveNumbers() async throws {
    #expect(try await call("read_state") == "✗ The program has no store yet.")
    store.inspect(on: inspector, name: "First")
    let another = Store(initialState: Ledger.State(sum: 7)) { Ledger() }
    another.inspect(on: inspector, name: "Second")
    #expect(try await call("read_state") == "✗ There are 2 stores: `list_stores` lists them.")
    #expect(try await call("read_state", #"{"store":2,"path":"sum"}"#) == "7")
  }

  @Test func anAgentThatMayOnlyReadIsToldHowToAllowMore() async throws {
    let inspector = LiveInspector(program: "Test")
    store.inspect(on: inspector)
    let answer = try await call("send_action", #"{"action":"pay","payload":5}"#, on: inspector)
    #expect(answer.hasPrefix("✗ This program only shows its stores. To let agents change them, start it with "))
    #expect(store.sum == 0)
    #expect(try await call("read_state", #"{"path":"sum"}"#, on: inspector) == "0")
    let tools = try await post(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, to: inspector).answer["tools"]
    guard case .array(let tools)? = tools else { return #expect(Bool(false), "no tools") as Void }
    #expect(tools.allSatisfy { $0["annotations"]?["readOnlyHint"] == .bool(true) } && tools.count == 5)
  }

  @Test func theTraceIsAResource() async throws {
    store.inspect(on: inspector, name: "Ledger")
    _ = try await call("send_action", #"{"action":"pay","payload":5}"#)
    let list = try await post(#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, to: inspector).answer
    guard case .array(let resources)? = list["resources"] else { return #expect(Bool(false), "\(list)") as Void }
    #expect(resources.map { $0["uri"] } == [.string("store://1/trace")])
    func read(_ uri: String) async throws -> JSONValue {
      let message = #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"\#(uri)"}}"#
      return try await post(message, to: inspector).answer
    }
    let content = try await read("store://1/trace")
    guard case .array(let contents)? = content["contents"], case .string(let text)? = contents.first?["text"] else {
      return #expect(Bool(false), "\(content)") as Void
    }
    #expect(text.split(separator: "\n").count == 2)
    #expect(try await read("store://2/trace")["code"] == .integer(-32_602))
    #expect(try await read("store://1/script")["code"] == .integer(-32_602))
  }

  @Test func aCallThatTakesTooLongEnds() async throws {
    await #expect(throws: MCPMistake.self) {
      try await LiveAgent.limited(to: .zero) { try await Task.sleep(for: .seconds(3_600)) }
    }
  }
}

/// What a page can do only if the program knows the feature.
@MainActor struct LiveToolsTests {
  private let inspector = LiveInspector(program: "Test", access: .control)
  private func get(_ target: String) async -> String { await inspector.answer("GET", target) }

  private func post(_ target: String, _ body: String) async -> String {
    await inspector.answer("POST", target, body: body)
  }

  private let header =
    #"{"trace":2,"program":"Test","version":"","feature":"F","context":"mock","#
    + #""date":"2026-01-01T00:00:00Z","state":{}}"#

  @Test func aStoreWithoutToolsReadsNoTraces() async throws {
    let store = Store<Int, Int>(initialState: 1) { Reduce { _, _ in .none } }
    let shown = inspector.add("Plain") { true }
    shown.control(store)
    #expect(
      await post("/trace", header)
        == #"409 {"message":"This program can't read traces. A command line of the feature can: `repl --inspect=control`."}"#
    )
    #expect(await post("/trace?store=7", header) == #"404 {"message":"There is no such store."}"#)
    #expect(await post("/trace?step=x", header) == #"400 {"message":"`step` has to be the number of a step."}"#)
    #expect(shown.json["offers"] == .array([]))
    #expect(await get("/screen") == #"409 {"message":"The feature has no screen."}"#)
    #expect(await get("/script") == #"409 {"message":"Only sessions at a prompt have a script."}"#)
    #expect(store.state == 1)
  }

  @Test func aStoreGetsTheStateThatTheToolsRead() async throws {
    let store = Store<Int, Int>(initialState: 1) { Reduce { _, _ in .none } }
    let shown = inspector.add("Counted") { true }
    var tools = LiveTools<Int>()
    tools.state = { trace, step in
      guard let step else { throw LiveRefusal("\(trace.name) has no end.") }
      return step * 10
    }
    shown.control(store, tools)
    #expect(shown.json["offers"] == .array([.string("traces")]))
    #expect(await post("/trace?step=4", header) == #"200 {"note":null}"#)
    #expect(store.state == 40)
    #expect(await post("/trace?name=a%20b", header) == #"409 {"message":"a b has no end."}"#)
    #expect(store.state == 40)
  }

  private struct Account: Encodable, Equatable { var token = "s3cret", text = "<b>" }

  @Test func screensAreThoseOfTheStepsAndTellNoSecrets() async throws {
    let store = Store<Account, String>(initialState: Account()) {
      Reduce { account, text in
        account.text = text
        return .none
      }
    }
    let shown = inspector.add("Account") { true }
    let redaction = Redaction(Redaction.standardWords)
    let destination = TraceDestination(path: nil, program: "Test", version: "", redaction: redaction) {
      shown.begin($0)
    }
    let encoder = JSONStateEncoder()
    let (recorder, state) = try destination.begin(feature: "F", isLive: false, localization: nil) {
      try store.withState(encoder.encode)
    }
    store.record(in: recorder, from: state, encoding: encoder.encode)
    var tools = LiveTools<Account>()
    tools.screen = { account, _ in [("\(account.text) \(account.token)", "bold")] }
    shown.control(store, tools)
    func screen(_ step: String) async -> String { await get("/screen?store=1\(step)") }
    #expect(await screen("") == #"200 {"lines":[["<b> [redacted]","bold"]]}"#)
    store.send("my s3cret")
    store.send("b")
    #expect(await screen("&step=1") == #"200 {"lines":[["my [redacted] [redacted]","bold"]]}"#)
    #expect(await screen("&step=0") == #"200 {"lines":[["<b> [redacted]","bold"]]}"#)
    #expect(
      await screen("&step=7")
        == #"409 {"message":"The program no longer has the state after step 7: it keeps those of the latest 200 steps."}"#
    )
    #expect(await get("/screen?store=2") == #"404 {"message":"There is no such store."}"#)
  }
}
