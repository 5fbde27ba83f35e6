import Dependencies
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
    let request = WebRequest(
      method: "POST",
      target: "/mcp?token=\(inspector.token)",
      headers: headers.map { .init($0.key, $0.value) },
      body: Array(message.utf8)
    )
    let response = await inspector.respond(to: request).resolved
    #expect(response.headers.contains { $0.name == "Cache-Control" && $0.value == "no-store" }, "early or late")
    guard case .bytes(let bytes)? = response.body, !bytes.isEmpty else { return (response.status ?? 0, .null) }
    let json = try JSONValue.parsed(String(decoding: bytes, as: UTF8.self))
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

  // MARK: Protocol

  private nonisolated static let modern =
    #""params":{"name":"list_stores","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#

  @Test(
    arguments: [
      (#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, [:], 202, nil),
      (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, [:], 202, nil),
      ("nonsense", [:], 400, -32_700),
      ("[]", [:], 400, -32_600),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, [:], 200, nil),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, ["MCP-Protocol-Version": "2025-11-25"], 200, nil),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, ["mcp-protocol-version": "2025-03-26"], 200, nil),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, ["MCP-Protocol-Version": "1999-01-01"], 400, -32_022),
      (#"{"jsonrpc":"2.0","id":1,"method":"dance"}"#, [:], 200, -32_601),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, ["MCP-Protocol-Version": "2026-07-28"], 400, -32_020),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call",\#(modern)}"#, [:], 400, -32_020),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call",\#(modern)}"#,
        ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call"], 400, -32_020
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call",\#(modern)}"#,
        ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list", "Mcp-Name": "list_stores"], 400, -32_020
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call",\#(modern)}"#,
        ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "list_stores"], 200, nil
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call",\#(modern)}"#,
        [
          "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call",
          "Mcp-Name": "=?base64?bGlzdF9zdG9yZXM=?=",
        ], 200, nil
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"ping",\#(modern)}"#,
        ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "ping"], 404, -32_601
      ),
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
    let (status, answer) = try await post(message, to: inspector)
    #expect(status == 200)
    #expect(answer["protocolVersion"] == .string("2025-06-18"))
    #expect(answer["serverInfo"]?["name"] == .string("Test"))
    #expect(answer["serverInfo"]?["version"] == .string("unknown"), "clients require a text")
    let inspector = LiveInspector(program: "Test", version: "2.1.0", access: .readOnly, redacting: [])
    #expect(try await post(message, to: inspector).answer["serverInfo"]?["version"] == .string("2.1.0"))
  }

  // MARK: Tools

  @Test func anAgentDrivesAStore() async throws {
    store.inspect(on: inspector, name: "Ledger")
    store.send(.pay(1))
    #expect(try await call("list_stores") == #"{"stores": [{"store": 1, "name": "Ledger", "hasEnded": false}]}"#)
    #expect(
      try await call("read_state") == #"{"sum": 1, "password": "[redacted]"}"#,
      "a password does not leave the program"
    )
    #expect(try await call("list_actions").contains(#"{"path": "pay", "payload": {"type": "integer"}}"#))
    #expect(
      try await call("send_action", #"{"action":"pay","payload":5}"#)
        == "  1  pay 5 sent by the user\n     ~ sum: 1 → 6\nLater steps: `list_steps` with `after` 1."
    )
    let answer = try await call("send_action", #"{"action":"account.close"}"#)
    #expect(answer.hasPrefix("  2  account.close sent by the user\n     no change\n"), "\(answer)")
    store.send(.pay(2))
    #expect(
      try await call("list_steps", #"{"after":1}"#)
        == "  2  account.close sent by the user\n  3  pay 2 sent by the user\n"
    )
    #expect(try await call("list_steps", #"{"after":3}"#) == "There is no step after 3.\n")
    #expect(try await call("read_state", #"{"path":"sum","step":1}"#) == "6")
    #expect(try await call("compare_steps", #"{"from":0,"to":3}"#) == "~ sum: 1 → 8")
    #expect(try await call("jump_to_step", #"{"step":1}"#) == "~ sum: 8 → 6")
    #expect(store.sum == 6)
    #expect(try await call("reset_store") == "~ sum: 6 → 1")
    #expect(try await call("jump_to_step", #"{"step":3}"#) == "~ sum: 1 → 8")
    #expect(try await call("skip_step", #"{"step":1}"#) == "~ sum: 8 → 3")
    #expect(try await call("lock_store") == "no change")
    #expect(try await call("send_action", #"{"action":"pay","payload":1}"#).hasPrefix("The store is locked:"))
    #expect(try await call("unlock_store") == "~ sum: 3 → 4")
    #expect(try await call("commit_steps") == "no change")
    #expect(try await call("list_steps") == "There is no step after 0.\n")
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
      #expect(
        try await call(tool, arguments) == "✗ The store has been released: its program no longer uses it.",
        "\(tool)"
      )
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
      try await LiveAgent.limited(to: .zero) {
        try await Task.sleep(for: .seconds(3_600))
      }
    }
  }
}

private struct Ledger: Reducer {
  struct State: Equatable, Encodable {
    var sum = 0
    var password = "secret"
  }

  enum Account: Codable { case close }

  enum Action: Codable {
    case pay(Int)
    case account(Account)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .pay(let number) = action { state.sum += number }
      return .none
    }
  }
}
