import Foundation
import StoreTrace
import TestSupport
import Testing

/// An agent finds the planted defect of a program with its tools alone, shows it by a script, and gets its test.
@Suite(.ownThreads) struct AgentStoryTests {
  private let folder = TemporaryFolder()
  private var test: String { folder.path("BasketTests.swift") }

  /// The text of the answer to a request.
  private func text(_ response: some StringProtocol) throws -> String {
    try firstText(JSONParser.parse(SourceText(name: "answer", text: String(response))).value["result"])
  }

  /// Calls tools of `mcp`, and returns the texts of their answers.
  private func texts(_ calls: (tool: String, arguments: String)...) throws -> [String] {
    let input = calls.enumerated().map { call($1.tool, $1.arguments, id: $0) + "\n" }.joined()
    let run = try run(["mcp"], program: "FaultyProgram", input: input)
    run.expect(errors: "")
    let texts = try run.output.split(separator: "\n").map { try text($0) }
    try #require(texts.count == calls.count, "\(texts)")
    return texts
  }

  @Test func anAgentFindsADefectOverStandardInput() throws {
    let texts = try texts(
      ("explore", "{}"),
      ("begin_session", "{}"),
      ("press", #"{"session":"session-1","words":"Add rice"}"#),
      ("press", #"{"session":"session-1","words":"Remove rice"}"#),
      ("read_state", #"{"session":"session-1","path":"total"}"#),
      ("read_script", #"{"session":"session-1"}"#),
      ("generate_test", #"{"trace":"session-1","file":"\#(test)"}"#)
    )
    #expect(texts[0].contains("the total is that of the items\n\nThe story:\n\n1. Send Basket.Action.added(\"rice\")"))
    #expect(texts[4].contains("        2\n"), "nothing is in the basket")
    #expect(texts[5] == "press \"Add rice\"\npress \"Remove rice\"\n")
    try expectTest()
    // The script shows the defect again, and will show that it is gone.
    let run = try run(["run", "-"], program: "FaultyProgram", input: texts[5] + "expect total == 0\n")
    run.expect(1)
    #expect(run.output.contains("total is 2"), "\(run.output)")
  }

  @Test func anActionAsInSwiftIsToldOfThePayload() throws {
    let arguments = #"{"session":"session-1","action":"added(name: \"rice\")"}"#
    let texts = try texts(("begin_session", "{}"), ("send_action", arguments))
    let advice = "Write only the path in `action`, and the values as JSON in `payload`, such as `{\"seconds\": 30}`."
    #expect(texts[1].hasSuffix("\n\(advice)") && texts[1].contains("error: "), "\(texts[1])")
  }

  @Test func anAgentFindsADefectInARunningProgram() throws {
    let program = try InspectedProgram(["repl", "--inspect=control"], program: "FaultyProgram")
    let address = try program.address(after: "For agents (MCP over HTTP): ")
    #expect(try post(call("list_stores"), to: address).contains("\"name\": \"Basket\""))
    #expect(try post(call("list_actions"), to: address).contains("\"path\": \"removed\""))
    for action in ["added", "removed"] {
      let answer = try post(call("send_action", #"{"action":"\#(action)","payload":"rice"}"#), to: address)
      #expect(answer.contains("\(action) \"rice\" sent by the user"))
    }
    let difference = try post(call("compare_steps", #"{"from":0,"to":2}"#), to: address)
    #expect(difference == "~ total: 0 → 2", "the basket is empty as before, and costs something")
    let read = #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"store://1/trace"}}"#
    try folder.write(post(read, to: address), to: "trace.jsonl")
    let trace = folder.path("trace.jsonl")
    let generate = ("generate_test", #"{"trace":"\#(trace)","file":"\#(test)"}"#)
    let texts = try texts(("replay", #"{"trace":"\#(trace)"}"#), generate)
    #expect(texts[0].contains("every state was reached as it was recorded"))
    try expectTest()
  }

  /// The test states that the total stays.
  private func expectTest() throws {
    let text = try folder.text("BasketTests.swift")
    #expect(text.contains("await store.send(.added(\"rice\")) {"), "\(text)")
    #expect(text.contains("$0.total = 2"))
    #expect(text.contains("await store.send(.removed(\"rice\")) { $0.items = session[2].items }"))
  }

  /// Posts a message, and returns the text of the answer.
  private func post(_ message: String, to address: URL) throws -> String {
    let port = try #require(address.port)
    let client = try RawClient(port: UInt16(port))
    let fields = "Host: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\nConnection: close\r\n"
    let head = "POST \(address.path())?\(address.query() ?? "") HTTP/1.1\r\n\(fields)"
    client.send("\(head)Content-Length: \(message.utf8.count)\r\n\r\n\(message)")
    let response = client.readToEnd().text
    #expect(response.hasPrefix("HTTP/1.1 200 "), "\(response)")
    return try text(response.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n"))
  }
}
