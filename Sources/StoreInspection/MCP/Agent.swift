import Dependencies
import Foundation
import Store
import StoreWeb

/// The sessions of an agent in a program, and the tools that drive them.
final class Agent<Feature: Reducer & SendableMetatype>: Sendable
where Feature.State: Encodable, Feature.Action: Codable {
  let program: StoreCommandLine<Feature>
  /// The folder of the traces.
  private let folder: URL
  let sessions = Locked<(all: [String: AgentSession], count: Int)>(([:], 0))

  /// The seconds that a call may take.
  static var limit: Int { 60 }
  /// The number of sessions at a time.
  private static var sessionLimit: Int { 20 }

  init(_ program: StoreCommandLine<Feature>, folder: URL) {
    self.program = program
    self.folder = folder
  }

  var instructions: String {
    let summary = program.summary + (program.summary.hasSuffix(".") ? "" : ".")
    return """
      Drives \(program.name): \(summary) Begin with `begin_session`, which answers with the session's name; pass it to \
      the other tools. On mock values (the default) time is virtual and stands still until `advance_clock`. `list_actions` says \
      what can be sent, `read_screen` what a person sees, and `press` does what a person does. `run_script` performs several \
      statements; `help` explains them. A mistake that you find: `read_script` shows it again, `generate_test` makes a Swift \
      test of it.
      """
  }

  /// Ends all sessions.
  func end() async {
    for session in sessions.withLock({ $0.all.values.sorted { $0.name < $1.name } }) { _ = await session.end() }
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: Sessions

  private func session(_ arguments: MCPArguments) throws -> AgentSession {
    let name = arguments.string("session") ?? ""
    let (session, known) = sessions.withLock { ($0.all[name], $0.all.keys.sorted()) }
    if let session { return session }
    let names = known.isEmpty ? "there is none yet: `begin_session` begins one" : "there is \(known.list(or: "and"))"
    throw MCPMistake("There is no session \"\(name.truncated(to: 60).printable)\"; \(names).")
  }

  private func begin(_ arguments: MCPArguments) async throws -> MCPAnswer {
    var options = SessionOptions()
    let words = (arguments.bool("live") ? ["--live"] : []) + arguments.strings("options")
    let table = SessionOptions.table(program.options)
    do {
      let rest = try table.read(words[...], of: "repl", into: &options)
      if let word = rest.first { throw MCPMistake("`\(word.printable)` is not an option: `--help` lists them.") }
      if options.trace != nil { throw MCPMistake("`--trace` is not needed: each session is recorded, see `report`.") }
      try options.check(program.options, command: "repl")
    } catch let error as UsageError {
      guard error.asksForHelp else { throw MCPMistake("\(error.message). Try `\(error.suggestion)`.") }
      return MCPAnswer(table.help(width: 100))
    }
    let number = try sessions.withLock { sessions in
      guard sessions.all.values.count(where: { !$0.hasEnded }) < Self.sessionLimit else {
        throw MCPMistake("There are \(Self.sessionLimit) sessions already: `end_session` ends one.")
      }
      sessions.count += 1
      return sessions.count
    }
    let name = "session-\(number)"
    let session = try AgentSession(name, of: program, options, trace: folder.appending(path: "\(name).jsonl").path)
    sessions.withLock { $0.all[name] = session }
    var answer = await session.begin()
    answer.text = "The session is \"\(name)\".\n" + answer.text
    answer.structure = ["session": .string(name)]
    return answer
  }

  private func end(_ arguments: MCPArguments) async throws -> MCPAnswer {
    let session = try session(arguments)
    sessions.withLock { _ = $0.all.removeValue(forKey: session.name) }
    return await session.end()
  }

  /// Performs statements in the session that the arguments name.
  private func perform(_ script: String, _ arguments: MCPArguments) async throws -> MCPAnswer {
    try await session(arguments).perform(script, within: .seconds(arguments.integer("seconds") ?? Self.limit))
  }

  /// The script of a session so far.
  func script(of session: AgentSession) async throws(MCPMistake) -> String {
    let file = folder.appending(path: "\(session.name).script").path
    let answer = await session.perform("save --force \(file)", within: .seconds(Self.limit))
    guard !answer.isError, let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw MCPMistake(answer.text)
    }
    return text
  }

  // MARK: Tools

  private typealias Parameter = MCPTool.Parameter

  private static var session: MCPTool.Parameter { .required("session", "the name that `begin_session` answered with") }
  var tools: [MCPTool] { sessionTools + stepTools + commandTools }

  private var sessionTools: [MCPTool] {
    var tools = [
      MCPTool(
        name: "begin_session",
        description: "Begins a session of the feature, and answers with its name. Sessions are recorded.",
        parameters: [
          .optional("live", "use live values and real time, instead of mock values and a virtual clock", .boolean),
          .optional("options", "options as on the command line: `--help` lists them", .strings),
        ]
      ) { try await self.begin($0) },
      MCPTool(
        name: "end_session",
        description: "Ends a session, and waits until everything is saved.",
        parameters: [Self.session]
      ) { try await self.end($0) },
      .listActions { _, names in try ActionList<Feature.Action>().json(below: names) },
      .sendAction([Self.session]) { try await self.perform("send \($1)", $0) },
      MCPTool(
        name: "run_script",
        description: """
          Performs statements, one on each line: send, await, expect, press, fill, open, see, advance, answer, let, show, \
          section … `help` explains them. Stops at the first that fails.
          """,
        parameters: [
          Self.session, .required("script", "the statements"),
          .optional(
            "seconds",
            "the real time after which the statement that runs is cancelled (\(Self.limit))",
            .integer
          ),
        ],
        shorter: "Fewer statements print less"
      ) { try await self.perform($0.string("script") ?? "", $0) },
      MCPTool(
        name: "advance_clock",
        description: "Advances the virtual clock. Everything that is due until then happens.",
        parameters: [Self.session, .required("duration", "such as 300ms, 2s, 1h")]
      ) { try await self.perform("advance \($0.line("duration"))", $0) },
      MCPTool(
        name: "answer_calls",
        description: "Says how calls of an endpoint of a client end from now on, on mock values.",
        parameters: [
          Self.session, .required("endpoint", "such as `githubClient.searchRepos`; `help` with \"answers\" lists them"),
          .required(
            "answer",
            "such as `fails .timeout(seconds: 5)`, `never`, `with {…}`, `after 2s`, `as usual`; `once` …"
          ),
        ]
      ) { try await self.perform("answer \($0.line("endpoint")) \($0.line("answer"))", $0) },
      .readState([Self.session]) { arguments in
        let path = arguments.string("path") == nil ? "" : try arguments.line("path")
        return try await self.perform("show \(path)", arguments)
      },
      MCPTool(
        name: "list_effects",
        description: "Lists what is running, what it waits for, and which action has started it.",
        parameters: [Self.session],
        isReadOnly: true
      ) { try await self.perform("effects", $0) },
      MCPTool(
        name: "help",
        description: "Explains statements, options or a command.",
        parameters: [.optional("topic", "`script`, `answers`, the name of a command; without one, the statements")],
        isReadOnly: true
      ) { arguments in
        guard let topic = arguments.string("topic") else { return MCPAnswer(PromptHelp.text(on: nil) ?? "") }
        if let text = PromptHelp.text(on: topic) { return MCPAnswer(text) }
        return await self.command("help", [topic])
      },
    ]
    if program.screen != nil { tools += screenTools }
    return tools
  }

  private var screenTools: [MCPTool] {
    [
      MCPTool(
        name: "read_screen",
        description: "Draws what a person sees, as text.",
        parameters: [Self.session],
        isReadOnly: true
      ) { try await self.perform("screen", $0) },
      MCPTool(
        name: "press",
        description: "Presses a button, a row or a key by its words on the screen, as a person does.",
        parameters: [
          Self.session, .required("words", "such as `Save`"),
          .optional("row", "words of the row that contains the button; of the field, if `words` are `Enter`"),
        ]
      ) { arguments in
        let row = arguments.string("row").map { " in \(JSONValue.string($0))" } ?? ""
        return try await self.perform("press \(self.quoted(arguments, "words"))\(row)", arguments)
      },
      MCPTool(
        name: "fill",
        description: "Writes a text into a field by its words on the screen.",
        parameters: [Self.session, .required("field", "such as `Title`"), .required("text", "the text")]
      ) { try await self.perform("fill \(self.quoted($0, "field")) \(self.quoted($0, "text"))", $0) },
    ]
  }

  private var stepTools: [MCPTool] {
    [
      .listSteps([Self.session]) { try await self.perform("steps", $0) },
      .compareSteps([Self.session]) { try TraceReader(self.session($0).trace) },
      .jumpToStep([Self.session]) { try await self.perform("jump \($1)", $0) },
      MCPTool(
        name: "undo",
        description: "Goes back to before the last statement that made something happen.",
        parameters: [Self.session]
      ) { try await self.perform("undo", $0) },
      MCPTool(
        name: "read_script",
        description: "Returns the statements that led here, as a script that plays the session again.",
        parameters: [Self.session],
        isReadOnly: true
      ) { MCPAnswer(try await self.script(of: self.session($0))) },
    ]
  }

  private func quoted(_ arguments: MCPArguments, _ name: String) -> String {
    JSONValue.string(arguments.string(name) ?? "").description
  }
}
