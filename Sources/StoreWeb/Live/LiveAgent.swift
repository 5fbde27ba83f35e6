import Dependencies
import StoreScript
import StoreTrace

/// The tools of an agent for the stores of a running program.
struct LiveAgent: Sendable {
  private let inspector: LiveInspector

  /// The maximum time of a call. The actor of a store may be busy.
  private static var limit: Duration { .seconds(60) }
  /// The maximum time that a call waits for a store that is about to begin.
  private static var patience: Duration { .seconds(10) }
  /// The maximum number of seconds that a call may wait for a step.
  private static var waitingLimit: Int { 30 }

  init(_ inspector: LiveInspector) { self.inspector = inspector }

  var server: MCPServer {
    MCPServer(
      name: inspector.program,
      version: inspector.version,
      instructions: instructions,
      tools: tools,
      resources: self
    )
  }

  private var instructions: String {
    let control =
      inspector.access == .control
      ? "`send_action` sends an action; `jump_to_step`, `skip_step` and `reset_store` go back."
      : Self.refusal
    return """
      Watches the stores of \(inspector.program.printable), a program that is running; a person may use it, too. Begin \
      with `list_stores`. A store is recorded from the first call about it on, until there has been none for ten \
      minutes. `read_state` reads the state, also after a step; `list_steps` says what has happened, and waits for \
      what comes. \(control) The trace of a store is a resource. If you write it to a file, `generate_test` makes a \
      test of it, a tool of the command `mcp` that programs with a command line have.
      """
  }

  private static var refusal: String {
    """
    This program only shows its stores. To let agents change them, start it with `--inspect=control`, or make its \
    inspector with `LiveInspector(access: .control)`.
    """
  }

  // MARK: Stores

  /// Returns the store that the arguments name, and begins to record it.
  private func store(_ arguments: MCPArguments) async throws(MCPMistake) -> LiveStore {
    let stores = inspector.stores
    let number = arguments.integer("store")
    guard let store = stores.first(where: { number == $0.id || number == nil && stores.count == 1 }) else {
      let message = number.map { "There is no store \($0)" } ?? "There are \(stores.count) stores"
      throw MCPMistake(stores.isEmpty ? "The program has no store yet." : "\(message): `list_stores` lists them.")
    }
    await store.visit()
    // A session that is about to begin has no state yet.
    await wait(for: Self.patience) { store.hasEnded || store.feed.hasBegun && store.control != nil }
    guard store.feed.hasBegun else { throw MCPMistake("The store has not begun to be recorded: try again later.") }
    return store
  }

  private func control(_ store: LiveStore) throws(MCPMistake) -> any LiveControl {
    if let control = store.control { return control }
    throw MCPMistake("The store has ended: its program no longer uses it.")
  }

  /// Waits until the inspector's stores meet a condition.
  private func wait(for limit: Duration, until isMet: () -> Bool) async {
    let end = ContinuousClock.now + limit
    while !Task.isCancelled {
      let version = inspector.signal.version
      if isMet() || .now >= end { return }
      _ = await inspector.signal.wait(after: version, atMost: end - .now)
    }
  }

  private func trace(of store: LiveStore) throws(TraceError) -> TraceReader {
    try TraceReader(name: store.name, store.feed.trace())
  }

  /// Performs a command, and answers with the steps that it made, or with its change of the state.
  private func perform(_ command: LiveCommand, _ store: LiveStore) async throws -> MCPAnswer {
    let (last, before) = (store.feed.lastStep, store.feed.latest)
    switch try await control(store).perform(command) {
    case .refused(let message): throw MCPMistake(message)
    case .done(let note):
      var text = note.map { "\($0)\n" } ?? ""
      switch command {
      case .send:
        text += try trace(of: store).listing(after: last, showsChanges: true)
        text += "Later steps: `list_steps` with `after` \(store.feed.lastStep)."
      default:
        text += JSONDifference(from: before, to: store.feed.latest).text(indentation: 0)
      }
      return MCPAnswer(text)
    }
  }

  // MARK: Tools

  private static var store: MCPTool.Parameter {
    .optional("store", "the number that `list_stores` shows; not needed if there is only one store", .integer)
  }

  private var tools: [MCPTool] {
    let mayControl = inspector.access == .control
    return (readingTools.map { ($0, true) } + controllingTools.map { ($0, mayControl) }).map { tool, isAllowed in
      var tool = tool
      tool.isListed = isAllowed
      tool.call = { [call = tool.call] arguments in
        guard isAllowed else { throw MCPMistake(Self.refusal) }
        return try await Self.limited { try await call(arguments) }
      }
      return tool
    }
  }

  private var readingTools: [MCPTool] {
    [
      MCPTool(
        name: "list_stores",
        description: "Lists the stores of the program, with their numbers.",
        isReadOnly: true
      ) { _ in
        // The program may have just begun.
        await wait(for: Self.patience) { !inspector.stores.isEmpty }
        let list = inspector.stores.map { store -> JSONValue in
          ["store": .integer(Int64(store.id)), "name": .string(store.name), "hasEnded": .bool(store.hasEnded)]
        }
        let json: JSONValue = ["stores": .array(list)]
        return MCPAnswer(json.pretty(width: 100), json)
      },
      .listActions([Self.store]) { arguments, names in
        let control = try await control(store(arguments))
        do {
          if let list = try await control.actions(below: names) { return list }
        } catch let refusal as LiveRefusal {
          throw MCPMistake(refusal.message)
        }
        throw MCPMistake("The actions of this store can't be sent: they are not Decodable.")
      },
      .readState([Self.store, .optional("step", "the step after which; without one, the present state", .integer)]) {
        let store = try await store($0)
        let state = try $0.integer("step").map { try trace(of: store).states(after: [$0])[0] } ?? store.feed.latest
        guard $0.string("path") != nil else { return MCPAnswer(state.withoutCaseLabel.pretty(width: 100)) }
        return MCPAnswer(try state.value(at: $0.line("path")).pretty(width: 100))
      },
      .listSteps(
        [
          Self.store, .optional("after", "list only the steps after this one", .integer),
          .optional("seconds", "the seconds to wait for a step, if there is none yet (0, at most 30)", .integer),
        ],
        shorter: "`after` lists less"
      ) { arguments in
        let store = try await store(arguments)
        let after = arguments.integer("after") ?? 0
        let seconds = min(arguments.integer("seconds") ?? 0, Self.waitingLimit)
        await wait(for: .seconds(seconds)) { store.feed.lastStep > after || store.hasEnded }
        let steps = try trace(of: store).listing(after: after)
        return MCPAnswer(steps.isEmpty ? "There is no step after \(after).\n" : steps)
      },
      .compareSteps([Self.store]) { try await trace(of: store($0)) },
    ]
  }

  private var controllingTools: [MCPTool] {
    func tool(_ name: String, _ description: String, _ command: LiveCommand) -> MCPTool {
      MCPTool(name: name, description: description, parameters: [Self.store]) {
        try await perform(command, store($0))
      }
    }
    return [
      .sendAction([Self.store]) { try await perform(.send($1), store($0)) },
      .jumpToStep([
        Self.store, .optional("keep_effects", "let the effects continue instead of cancelling them", .boolean),
      ]) {
        try await perform(.jump(step: $1, cancellingEffects: !$0.bool("keep_effects")), store($0))
      },
      MCPTool(
        name: "skip_step",
        description: "Continues as if a step had not happened: reduces the later actions again without their effects.",
        parameters: [Self.store, .required("step", "its number", .integer)]
      ) { try await perform(.skip(step: $0.integer("step") ?? 0), store($0)) },
      MCPTool(
        name: "reset_store",
        description: "Goes to the state before the first step that is recorded, and cancels effects.",
        parameters: [Self.store]
      ) {
        let store = try await store($0)
        return try await perform(.jump(step: trace(of: store).header.skippedSteps, cancellingEffects: true), store)
      },
      tool("commit_steps", "Forgets all steps so far: the present state becomes the start.", .commit),
      tool("lock_store", "Makes actions, and changes by effects, wait.", .lock(true)),
      tool("unlock_store", "Lets waiting actions and changes continue.", .lock(false)),
    ]
  }

  /// Returns the result of an operation, and throws a mistake if it takes too long.
  static func limited<Value: Sendable>(
    to limit: Duration = limit,
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (results, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
    let work = Task {
      do {
        continuation.yield(.success(try await operation()))
      } catch {
        continuation.yield(.failure(error))
      }
    }
    let alarm = Task {
      try await Task.sleep(for: limit)
      continuation.yield(
        .failure(
          MCPMistake("The store has not answered within \(limit.readable): its actor is busy. It may still do it.")
        )
      )
    }
    defer {
      work.cancel()
      alarm.cancel()
    }
    for await result in results { return try result.get() }
    throw CancellationError()
  }
}

extension LiveAgent: MCPResources {
  private static var prefix: String { "store://" }

  func list() -> [JSONValue] {
    inspector.stores.map { store in
      entry(
        "\(Self.prefix)\(store.id)/trace",
        name: "\(store.name) trace",
        type: "application/jsonl",
        "The trace of the store, for `replay`, `compare`, `report` and `generate_test` of its program."
      )
    }
  }

  func content(of uri: String) async throws(MCPMistake) -> JSONValue? {
    let parts = uri.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard uri.hasPrefix(Self.prefix), parts.count == 2, parts[1] == "trace",
      let store = inspector.stores.first(where: { "\($0.id)" == parts[0] })
    else { return nil }
    do {
      try await Self.limited { await store.visit() }
    } catch {
      throw (error as? MCPMistake) ?? MCPMistake("The call was cancelled.")
    }
    let trace = store.feed.trace()
    guard trace.count <= Self.traceLimit else {
      throw MCPMistake(
        "The trace has \(trace.count >> 20) MB, too much for a message: `GET /trace?store=\(store.id)` returns it."
      )
    }
    return text(String(decoding: trace, as: UTF8.self), of: uri, type: "application/jsonl")
  }
}

extension JSONValue {
  /// The value at a path, as scripts read it.
  fileprivate func value(at path: String) throws(MCPMistake) -> JSONValue {
    do throws(Diagnostic) {
      var scanner = SourceScanner(SourceText(name: "path", text: path))
      let path = try scanner.path(.state)
      guard scanner.isAtEnd else { throw scanner.expected("the end of the path") }
      return try StateReader(encoded: self).value(at: path)
    } catch {
      throw MCPMistake(([error.message] + error.notes).joined(separator: "; "))
    }
  }
}
