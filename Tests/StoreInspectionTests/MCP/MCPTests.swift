import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreWeb

/// A request to call a tool.
func call(_ tool: String, _ arguments: String = "{}", id: Int = 1) -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
}

/// The text of what a tool has answered, or of a resource.
func firstText(_ result: JSONValue?) throws -> String {
  let list = result?["content"] ?? result?["contents"]
  guard case .array(let content)? = list, case .string(let text)? = content.first?["text"] else {
    throw MCPMistake("this has no text: \(result ?? .null)")
  }
  return text
}

private let inSession = #""session":"session-1""#
private let session = "{\(inSession)}"

@Suite(.ownThreads) struct MCPTests {
  private let folder = TemporaryFolder()

  /// Gives messages to a program.
  private func serve(_ messages: [String]) async throws -> (status: ExitCode, printout: Printout) {
    try folder.write(messages.map { $0 + "\n" }.joined(), to: "messages")
    let file = try FileHandle(forReadingFrom: folder.url.appending(path: "messages"))
    defer { withExtendedLifetime(file) {} }
    let printout = Printout()
    let lines = PipedLines(file.fileDescriptor, console: printout.console())
    return (try await Pantry.program.serve(lines, console: printout.console()), printout)
  }

  /// The results and errors that a program answers with, by the ids of the requests.
  private func converse(_ messages: String...) async throws -> [String: JSONValue] { try await converse(messages) }

  private func converse(_ messages: [String]) async throws -> [String: JSONValue] {
    let (status, printout) = try await serve(messages)
    #expect(status == .passed && printout.errors == "")
    var answers: [String: JSONValue] = [:]
    for line in printout.output.split(separator: "\n") {
      let message = try JSONParser.parse(SourceText(name: "answer", text: String(line))).value
      #expect(message["jsonrpc"] == .string("2.0"))
      answers["\(message["id"] ?? .null)"] = message["result"] ?? message["error"]
    }
    return answers
  }

  /// Revisions up to 2025-11-25 begin with a handshake.
  @Test(arguments: [("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25"), ("2025-03-26", "2025-11-25")])
  func aHandshakeAgreesOnAVersion(_ requested: String, _ agreed: String) async throws {
    let answers = try await converse(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(requested)","capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#
    )
    #expect(answers["0"]?["protocolVersion"] == .string(agreed))
    #expect(answers["0"]?["serverInfo"]?["name"] == .string("Pantry"))
    // Some clients take nothing else for an answer without content.
    #expect(answers["1"] == .object([]))
    let tools = answers[#""a""#]?["tools"].map { "\($0)" }
    #expect(tools?.contains(#""name": "send_action""#) == true)
    #expect(answers["\"a\""]?["resultType"] == nil && answers.count == 3)
  }

  /// From 2026-07-28 on each request says its version, and each result that it is complete.
  @Test func aStatelessRequestSaysItsVersion() async throws {
    func meta(_ version: String) -> String {
      #""_meta":{"io.modelcontextprotocol/protocolVersion":"\#(version)","io.modelcontextprotocol/clientCapabilities":{}}"#
    }
    let answers = try await converse(
      #"{"jsonrpc":"2.0","id":0,"method":"server/discover","params":{\#(meta("2026-07-28"))}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(meta("2026-07-28"))}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{\#(meta("2031-01-01"))}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"ping","params":{\#(meta("2026-07-28"))}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"list_actions",\#(meta("2026-07-28"))}}"#
    )
    #expect(answers["0"]?["supportedVersions"] == .array([.string("2026-07-28")]))
    for id in ["0", "1", "4"] {
      #expect(answers[id]?["resultType"] == .string("complete"))
      #expect(answers[id]?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == .string("Pantry"))
    }
    #expect(answers["1"]?["cacheScope"] == .string("private") && answers["4"]?["cacheScope"] == nil)
    #expect(answers["2"]?["code"] == .integer(-32_022) && answers["2"]?["data"]?["requested"] == .string("2031-01-01"))
    #expect(answers["3"]?["code"] == .integer(-32_601))
  }

  @Test(arguments: [
    ("nonsense", -32_700, "this is not JSON: "),
    ("[1]", -32_600, "a message is one JSON object, and this is an array"),
    (
      #"{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}"#, -32_600,
      "an `id` is a string, or a whole number of at most 64 bits"
    ),
    (#"{"id":1,"method":"ping"}"#, -32_600, "`jsonrpc` has to be \"2.0\""),
    (#"{"jsonrpc":"2.0","id":1}"#, -32_600, "`method` is missing"),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/run"}"#, -32_601, "there is no method `tools/run` here"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}"#, -32_602,
      "`params` has to be an object, and this is an array"
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"send"}}"#, -32_602, "there is no tool `send`"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}"#, -32_602,
      "there is no resource `file:///etc/passwd`: `resources/list` lists them"
    ),
  ])
  func aWrongMessageIsAnswered(_ message: String, _ code: Int64, _ text: String) async throws {
    let answers = try await converse(message)
    let answer = try #require(answers.values.first)
    #expect(answers.count == 1 && answer["code"] == .integer(code))
    guard case .string(let found)? = answer["message"] else { throw MCPMistake("\(answer)") }
    #expect(found.hasPrefix(text), "\(found)")
  }

  @Test func responsesAreNotAnswered() async throws {
    let answers = try await converse(
      #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}"#
    )
    #expect(answers == [:])
  }

  @Test func aLineThatIsTooLongIsRefusedAndTheNextIsRead() async throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let answers = try await converse(String(repeating: "a", count: PipedLines.lineLimit + 100_000), ping)
    #expect(answers["null"]?["message"] == .string("a message has at most 16 MB"))
    #expect(answers["1"] == .object([]))
  }

  @Test func hostileMessagesStopNothing() async throws {
    var random = SeededRandomNumberGenerator(seed: 1)
    let valid = Array(call("begin_session", #"{"options":["--x","y"]}"#, id: 7).utf8)
    var messages = (0..<200).map { _ -> String in
      var bytes = valid
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        if Bool.random(using: &random) {
          bytes[index] = .random(in: 32...126, using: &random)
        } else {
          bytes.remove(at: index)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    messages.append(String(repeating: "[", count: 100_000))
    let printout = try await serve(messages + [#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#]).printout
    #expect(printout.output.contains(#"{"jsonrpc":"2.0","id":"last","result":{}}"#))
  }

  @Test func anAgentDrivesTheFeature() async throws {
    let answers = try await converse(
      call("begin_session", id: 1),
      call("send_action", #"{\#(inSession),"action":"added","payload":"rice"}"#, id: 2),
      call("run_script", #"{\#(inSession),"script":"send orderedLater\nadvance 2s\nexpect isOrdered == true"}"#, id: 3),
      call("read_state", #"{\#(inSession),"path":"items"}"#, id: 4),
      call("press", #"{\#(inSession),"words":"Clear"}"#, id: 5),
      call("read_screen", session, id: 6),
      call("compare_steps", #"{\#(inSession),"from":1,"to":4}"#, id: 7),
      call("jump_to_step", #"{\#(inSession),"step":1}"#, id: 8),
      call("read_state", #"{\#(inSession),"path":"items.count"}"#, id: 9),
      call("read_script", session, id: 10),
      call("end_session", session, id: 11)
    )
    #expect(answers["1"]?["structuredContent"]?["session"] == .string("session-1"))
    let greeting = "The session is \"session-1\".\nPantry on mock values and a virtual clock\n"
    #expect(try firstText(answers["1"]).hasPrefix(greeting))
    #expect(try firstText(answers["2"]).contains("added \"rice\" sent by the user\n          + items[0]: \"rice\""))
    #expect(try firstText(answers["3"]).contains("✓ isOrdered is true"))
    #expect(try firstText(answers["4"]).contains("[\"rice\"]"))
    #expect(try firstText(answers["6"]).contains("0 items"))
    #expect(try firstText(answers["7"]) == "- items[0]: \"rice\"\n~ isOrdered: false → true")
    #expect(try firstText(answers["8"]).contains("the state is that after step 1, added"))
    #expect(try firstText(answers["9"]).contains("        1\n"))
    #expect(try firstText(answers["10"]) == "send added \"rice\"\n", "what was only read is not repeated")
    #expect(try firstText(answers["11"]).contains("3 statements") == false)
    for (id, answer) in answers { #expect(answer["isError"] == .bool(false), "\(id): \(answer)") }
  }

  @Test func whatAnAgentFindsBecomesATest() async throws {
    let answers = try await converse(
      call("explore", #"{"cover":"cleared"}"#, id: 1),
      call("begin_session", id: 2),
      call("run_script", #"{\#(inSession),"script":"send added \"rice\"\npress \"Clear\""}"#, id: 3),
      call("generate_test", #"{"trace":"session-1"}"#, id: 4),
      call("replay", #"{"trace":"session-1"}"#, id: 5),
      call("compare", #"{"first":"session-1","second":"session-1"}"#, id: 6)
    )
    #expect(try firstText(answers["1"]).hasPrefix("\"cleared\" comes.\n\nThe story:\n\n1. Send Pantry.Action.cleared"))
    #expect(try firstText(answers["4"]).contains("await store.send(.added(\"rice\")) { $0.items = [\"rice\"] }"))
    #expect(try firstText(answers["4"]).hasSuffix("with `file`, both are written."))
    #expect(try firstText(answers["5"]).contains("every state was reached as it was recorded"))
    #expect(try firstText(answers["5"]).contains("it was ended, or still runs"))
    #expect(try firstText(answers["6"]) == "Both sessions have 2 steps, with the same actions and states.\n")
  }

  @Test(arguments: [
    (#"send_action {"action":"added"}"#, "`send_action` needs `session`: the name that `begin_session` answered with"),
    (#"send_action {"session":"s","action":"added"}"#, "There is no session \"s\"; there is `session-1`."),
    (#"advance_clock {\#(inSession),"time":"2s"}"#, "`advance_clock` takes no `time`, but `session` and `duration`."),
    (#"jump_to_step {\#(inSession),"step":"1"}"#, "`step` of `jump_to_step` is a whole number from 0: "),
    (#"jump_to_step {\#(inSession),"step":9}"#, "there is no step 9: nothing was sent yet"),
    (#"compare_steps {\#(inSession),"from":0,"to":9}"#, "The session has recorded 0 steps; 0 is the start."),
    (#"send_action {\#(inSession),"action":"added\nsend cleared"}"#, "`action` is a text on one line."),
    (
      #"run_script {\#(inSession),"script":"send added [\n"}"#,
      "The last statement is not complete: a bracket is not closed."
    ),
    (
      #"begin_session {"options":["--trace","a.jsonl"]}"#,
      "`--trace` is not needed: each session is recorded, see `report`."
    ),
    (#"list_actions {"path":"bought"}"#, "There is no action `bought`. Without a path, the list begins at the top."),
    // The standard input and output are those of the protocol.
    (#"report {"trace":"session-1","file":"-"}"#, "`file` is the path of a file."),
    (#"replay {"trace":"-"}"#, "`trace` is the path of a file."),
    (#"run_script {\#(inSession),"script":"save -"}"#, "`save` needs the path of a file"),
    (#"replay {"trace":"--help"}"#, "Pantry: cannot read --help: "),
    (#"explore {"part":"--graph=x.html"}"#, "Pantry: `explore` does not take `--graph=x.html`: "),
    ("list_actions []", "The arguments of `list_actions` are a JSON object, and this is an array."),
  ])
  func aWrongCallIsToldWhatIsRight(_ request: String, _ message: String) async throws {
    let parts = request.split(separator: " ", maxSplits: 1).map(String.init)
    let answers = try await converse(call("begin_session", id: 1), call(parts[0], parts[1], id: 2))
    #expect(answers["2"]?["isError"] == .bool(true))
    let found = try firstText(answers["2"])
    #expect(found.hasPrefix(message), "\(found)")
  }

  @Test func aScriptStopsAtTheFirstFailure() async throws {
    let answers = try await converse(
      call("begin_session", id: 1),
      call("run_script", #"{\#(inSession),"script":"expect isOrdered == true\nsend cleared\nsend cleared"}"#, id: 2),
      call("list_steps", session, id: 3)
    )
    #expect(answers["2"]?["isError"] == .bool(true))
    #expect(try firstText(answers["2"]).hasSuffix("The 2 lines after that did not run.\n"))
    #expect(try firstText(answers["3"]).contains("nothing was sent yet"))
  }

  @Test func aStatementThatTakesTooLongIsCancelledAndTheSessionGoesOn() async throws {
    let answers = try await converse(
      call("begin_session", #"{"live":true}"#, id: 1),
      call("run_script", #"{\#(inSession),"script":"advance 1h\nsend cleared","seconds":0}"#, id: 2),
      call("send_action", #"{\#(inSession),"action":"added","payload":"rice"}"#, id: 3)
    )
    #expect(answers["2"]?["isError"] == .bool(true))
    let word = "The time was up after 0 s: what ran then was cancelled.\nThe line after that did not run.\n"
    #expect(try firstText(answers["2"]).hasSuffix(word))
    #expect(try firstText(answers["3"]).contains("+ items[0]: \"rice\""))
  }

  @Test func sessionsThatHaveEndedMakeRoomForOthers() async throws {
    var calls = (1...21).map { call("begin_session", id: $0) }
    calls.append(call("run_script", #"{"session":"session-7","script":"quit"}"#, id: 22))
    calls += [call("begin_session", id: 23), call("begin_session", #"{"options":["--help"]}"#, id: 24)]
    let answers = try await converse(calls)
    #expect(try firstText(answers["21"]) == "There are 20 sessions already: `end_session` ends one.")
    #expect(try firstText(answers["22"]).hasSuffix("The session has ended.\n"))
    #expect(answers["23"]?["structuredContent"]?["session"] == .string("session-21"))
    #expect(try firstText(answers["24"]).hasPrefix("  --live "))
  }

  @Test func actionsAreListedWithTheirPayloads() async throws {
    let answer = try await converse(call("list_actions", id: 1))["1"]
    #expect(
      answer?["structuredContent"] == [
        "actions": .array([
          ["path": .string("added"), "payload": ["type": .string("string")]], ["path": .string("cleared")],
          ["path": .string("orderedLater")], ["path": .string("ordered")],
        ])
      ]
    )
  }

  @Test func longAnswersAreCut() throws {
    var answer = MCPAnswer(String(repeating: "a", count: 29_994) + "reason")
    answer.shorter = "A longer `path` reads less"
    let text = try firstText(answer.json)
    #expect(text.contains("a\n… 10000 characters are left out here. A longer `path` reads less. …\na"))
    #expect(text.hasSuffix("areason"), "the reason of a failure is at the end")
  }

  @Test func resourcesAreTheScriptsAndTracesOfSessions() async throws {
    let answers = try await converse(
      call("begin_session", id: 1),
      call("send_action", #"{\#(inSession),"action":"cleared"}"#, id: 2),
      #"{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"session://session-1/script"}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"help://script"}}"#
    )
    #expect(try firstText(answers["3"]) == "send cleared\n")
    let text = try firstText(answers["4"])
    #expect(text.hasPrefix("A script has one statement a line."))
  }
}

private struct Pantry: Reducer {
  struct State: Codable, Equatable, Sendable { var items: [String] = [], isOrdered = false }
  enum Action: Codable, Equatable, Sendable { case added(String), cleared, orderedLater, ordered }
  @Dependency(\.continuousClock) private var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .added(let item): state.items.append(item)
    case .cleared: state.items = []
    case .orderedLater:
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(2))
        await send(.ordered)
      }
    case .ordered: state.isOrdered = true
    }
    return .none
  }

  static var program: StoreCommandLine<Self> {
    let commands: [StoreCommand<Self>] = [.explore, .replay, .compare, .generateTest, .report, .mcp]
    var program = StoreCommandLine(of: Self(), State(), commands: commands)
    program.screen = { state, _ in
      var screen = Screen<Action>("Pantry", width: 40)
      screen.line("\(state.items.count) items")
      screen.button("[Clear]", id: "clear", .cleared)
      return screen
    }
    return program
  }
}
