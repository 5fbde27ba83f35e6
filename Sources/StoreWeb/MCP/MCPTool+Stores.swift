import StoreTrace

// The tools that work both on a session that an agent has begun, and on a store of a running program.
extension MCPTool {
  /// Lists actions.
  ///
  /// - Parameters:
  ///   - parameters: The parameters that name the store.
  ///   - list: Lists the actions below the names of cases, as JSON.
  package static func listActions(
    _ parameters: [Parameter] = [],
    _ list: @escaping @Sendable (MCPArguments, [String]) async throws -> JSONValue
  ) -> Self {
    Self(
      name: "list_actions",
      description: "Lists the actions of the feature with JSON Schemas of their payloads, a level at a time.",
      parameters: parameters + [.optional("path", "the path of the actions that contain others, such as `toDos`")],
      shorter: "A longer `path` lists less",
      isReadOnly: true
    ) { arguments in
      let names = (arguments.string("path") ?? "").split(separator: ".").flatMap { name -> [String] in
        let bare = name.prefix { $0 != "[" }
        return [String(bare)] + (bare.count < name.count ? ["element"] : [])
      }
      let list = try await list(arguments, names)
      return MCPAnswer(list.pretty(width: 100), list)
    }
  }

  /// Sends an action.
  ///
  /// - Parameter send: Sends an action that is written as in scripts, with its payload.
  package static func sendAction(
    _ parameters: [Parameter],
    _ send: @escaping @Sendable (MCPArguments, String) async throws -> MCPAnswer
  ) -> Self {
    Self(
      name: "send_action",
      description: "Sends an action, as code or a user interface does. Answers with what it changed and what followed.",
      parameters: parameters + [
        .required("action", "the path, such as `toDos.queryChanged` or `rows[id: 3].tapped`"),
        .optional("payload", "the payload as JSON", .value),
      ]
    ) { arguments in
      let action = try arguments.line("action")
      if let payload = arguments.value("payload") { return try await send(arguments, "\(action) \(payload)") }
      let advice = action.contains("(") ? Self.payloadAdvice : nil
      do {
        var answer = try await send(arguments, action)
        if answer.isError, let advice { answer.text += (answer.text.hasSuffix("\n") ? "" : "\n") + advice }
        return answer
      } catch let mistake as MCPMistake {
        throw advice.map { MCPMistake("\(mistake.message). \($0)") } ?? mistake
      }
    }
  }

  /// What an agent is told that has written an action as Swift does.
  private static var payloadAdvice: String {
    "Write only the path in `action`, and the values as JSON in `payload`, such as `{\"seconds\": 30}`."
  }

  /// Reads the state.
  package static func readState(
    _ parameters: [Parameter],
    _ read: @escaping @Sendable (MCPArguments) async throws -> MCPAnswer
  ) -> Self {
    Self(
      name: "read_state",
      description: "Reads the state, or a part of it.",
      parameters: parameters + [.optional("path", "such as `toDos.rows[0].title`")],
      shorter: "A longer `path` reads less",
      isReadOnly: true,
      call: read
    )
  }

  /// Lists the steps.
  package static func listSteps(
    _ parameters: [Parameter],
    shorter: String? = nil,
    _ list: @escaping @Sendable (MCPArguments) async throws -> MCPAnswer
  ) -> Self {
    Self(
      name: "list_steps",
      description: "Lists the actions and changes so far with their numbers and origins.",
      parameters: parameters,
      shorter: shorter,
      isReadOnly: true,
      call: list
    )
  }

  /// Compares the states after two steps of a trace.
  package static func compareSteps(
    _ parameters: [Parameter],
    _ trace: @escaping @Sendable (MCPArguments) async throws -> TraceReader
  ) -> Self {
    Self(
      name: "compare_steps",
      description: "Says how the state after one recorded step differs from that after another.",
      parameters: parameters + [
        .required("from", "the number of a step; 0 is the start", .integer),
        .required("to", "the number of another step", .integer),
      ],
      isReadOnly: true
    ) { arguments in
      let numbers = [arguments.integer("from") ?? 0, arguments.integer("to") ?? 0]
      let states = try await trace(arguments).states(after: numbers)
      return MCPAnswer(JSONDifference(from: states[0], to: states[1]).text(indentation: 0))
    }
  }

  /// Goes to the state after a step.
  package static func jumpToStep(
    _ parameters: [Parameter],
    _ jump: @escaping @Sendable (MCPArguments, Int) async throws -> MCPAnswer
  ) -> Self {
    Self(
      name: "jump_to_step",
      description: "Goes back to the state after a step, or forward again until something new happens.",
      parameters: parameters + [.required("step", "the number; 0 is the start", .integer)]
    ) { try await jump($0, $0.integer("step") ?? 0) }
  }
}

extension TraceReader {
  /// The states after steps. After a jump, the numbers in the trace continue, so each step has one state.
  func states(after numbers: [Int]) throws -> [JSONValue] {
    var reader = self
    var state = header.state
    var states = [header.skippedSteps: state]
    while let (record, source) = try reader.next() {
      try record.apply(to: &state, source)
      switch record.content {
      case .action, .modified: if numbers.contains(reader.lastStep) { states[reader.lastStep] = state }
      default: break
      }
    }
    return try numbers.map { number in
      if let state = states[number] { return state }
      let first = header.skippedSteps
      let start = first == 0 ? "0 is the start" : "the program has dropped those before \(first)"
      throw MCPMistake("The session has recorded \(reader.lastStep.counting("step")); \(start).")
    }
  }
}
