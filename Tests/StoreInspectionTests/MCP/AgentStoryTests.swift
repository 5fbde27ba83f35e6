import Foundation
import StoreTrace
import TestSupport
import Testing

/// An agent finds the planted defect of a program with its tools alone, shows it by a script, and gets the test that
/// holds it: once over the standard input of `mcp`, and once in a program that runs.
@Suite(.ownThreads) struct AgentStoryTests {
  private static let program = "FaultyProgram"

  private func message(_ method: String, _ parameters: JSONValue, id: Int) -> String {
    let message: JSONValue = [
      "jsonrpc": .string("2.0"), "id": .integer(Int64(id)), "method": .string(method), "params": parameters,
    ]
    return "\(message)"
  }

  private func call(_ tool: String, _ arguments: JSONValue = [:], id: Int = 1) -> String {
    message("tools/call", ["name": .string(tool), "arguments": arguments], id: id)
  }

  /// The text of an answer, of whatever kind.
  private func text(_ response: some StringProtocol) throws -> String {
    let json = try JSONParser.parse(SourceText(name: "answer", text: String(response))).value
    let list = json["result"]?["content"] ?? json["result"]?["contents"]
    guard case .array(let content)? = list, case .string(let text)? = content.first?["text"] else { return "\(json)" }
    return text
  }

  /// Calls tools of `mcp`, and returns the texts of their answers.
  private func texts(_ calls: (tool: String, arguments: JSONValue)...) throws -> [String] {
    let input = calls.enumerated().map { call($1.tool, $1.arguments, id: $0) + "\n" }.joined()
    let run = try run(["mcp"], program: Self.program, input: input)
    run.expect(errors: "")
    let texts = try run.output.split(separator: "\n").map { try text($0) }
    try #require(texts.count == calls.count, "\(texts)")
    return texts
  }

  @Test func anAgentFindsADefectOverStandardInput() throws {
    let folder = TemporaryFolder()
    let session: JSONValue.Member = .init(name: "session", value: .string("session-1"))
    func press(_ words: String) -> (String, JSONValue) {
      ("press", .object([session, .init(name: "words", value: .string(words))]))
    }
    let file = folder.path("BasketTests.swift")
    let texts = try texts(
      ("explore", [:]),
      ("begin_session", [:]),
      press("Add rice"),
      press("Remove rice"),
      ("read_state", .object([session, .init(name: "path", value: .string("total"))])),
      ("read_script", .object([session])),
      ("generate_test", ["trace": .string("session-1"), "file": .string(file)])
    )
    #expect(texts[0].contains("the total is that of the items\n\nThe story:\n\n1. Send Basket.Action.added(\"rice\")"))
    #expect(texts[4].contains("        2\n"), "nothing is in the basket")
    #expect(texts[5] == "press \"Add rice\"\npress \"Remove rice\"\n")
    try expectTest(folder.text("BasketTests.swift"))
    // The script shows the defect again, and will show that it is gone.
    let script = texts[5] + "expect total == 0\n"
    let run = try run(["run", "-"], program: Self.program, input: script)
    run.expect(1)
    #expect(run.output.contains("total is 2"), "\(run.output)")
  }

  @Test func anActionAsInSwiftIsToldOfThePayload() throws {
    let arguments: JSONValue = ["session": .string("session-1"), "action": .string("added(name: \"rice\")")]
    let texts = try texts(("begin_session", [:]), ("send_action", arguments))
    let advice = "Write only the path in `action`, and the values as JSON in `payload`, such as `{\"seconds\": 30}`."
    #expect(texts[1].hasSuffix("\n\(advice)") && texts[1].contains("error: "), "\(texts[1])")
  }

  @Test func anAgentFindsADefectInARunningProgram() throws {
    let errors = Pipe()
    let program = try RunningProgram(
      ["repl", "--inspect=control"],
      program: Self.program,
      keepsInputOpen: true,
      errors: errors.fileHandleForWriting
    )
    defer { program.kill() }
    var printed = ""
    while printed.count(where: { $0 == "\n" }) < 2 {
      printed += String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    }
    let line = try #require(printed.split(separator: "\n").last)
    let address = try #require(URL(string: String(line.dropFirst("For agents (MCP over HTTP): ".count))), "\(line)")

    #expect(try post(call("list_stores"), to: address).contains("\"name\": \"Basket\""))
    #expect(try post(call("list_actions"), to: address).contains("\"path\": \"removed\""))
    for action in ["added", "removed"] {
      let arguments: JSONValue = ["action": .string(action), "payload": .string("rice")]
      #expect(try post(call("send_action", arguments), to: address).contains("\(action) \"rice\" sent by the user"))
    }
    let difference = try post(call("compare_steps", ["from": .integer(0), "to": .integer(2)]), to: address)
    #expect(difference == "~ total: 0 → 2", "the basket is empty as before, and costs something")

    let folder = TemporaryFolder()
    let trace = try post(message("resources/read", ["uri": .string("store://1/trace")], id: 1), to: address)
    try folder.write(trace, to: "trace.jsonl")
    let path = JSONValue.string(folder.path("trace.jsonl"))
    let file = JSONValue.string(folder.path("BasketTests.swift"))
    let texts = try texts(("replay", ["trace": path]), ("generate_test", ["trace": path, "file": file]))
    #expect(texts[0].contains("every state was reached as it was recorded"))
    try expectTest(folder.text("BasketTests.swift"))
  }

  /// The test states that the total stays.
  private func expectTest(_ text: String) throws {
    #expect(text.contains("await store.send(.added(\"rice\")) {"), "\(text)")
    #expect(text.contains("$0.total = 2"))
    #expect(text.contains("await store.send(.removed(\"rice\")) { $0.items = session[2].items }"))
  }

  /// Posts a message, and returns the text of the answer.
  private func post(_ message: String, to address: URL) throws -> String {
    let port = try #require(address.port)
    let client = try RawClient(port: UInt16(port))
    client.send(
      """
      POST \(address.path())?\(address.query() ?? "") HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Content-Length: \(message.utf8.count)\r
      Connection: close\r
      \r
      \(message)
      """
    )
    let response = client.readToEnd().text
    #expect(response.hasPrefix("HTTP/1.1 200 "), "\(response)")
    return try text(response.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n"))
  }
}
