import Dependencies
import StoreWeb

extension StoreCommand where Feature.State: Encodable, Feature.Action: Codable {
  /// Plays scripts: `run FILE`.
  public static var run: Self {
    var command = Self("run", summary: "play scripts; `-` is the standard input") { program in
      """
      Plays scripts and prints what happens: each action with its origin, how it changes the state, and the effects.

      Usage
        \(program.name) run FILE... [OPTIONS]

      FILE is a script (see `\(program.name) help script`), a folder with scripts, or `-`, the standard input. Each script
      runs by itself. The whole script is checked before any of it runs, and all mistakes are listed. Without --live (or
      `context live` in the script) it runs on mock values and a virtual clock, which only `advance` and `await` move, so
      that every run is the same and takes no time. Lines are cut at the terminal's width, or at 120 columns.

      With --inspect, the page stays after the last script, but nothing can be sent to a session that has ended. To send
      actions after a script, use `repl` or `ui` with --inspect=control.

      Options
      \(RunOptions.table(program.options).help())
      \(program.liveHelp.map { "\n\($0)\n" } ?? "")
      Examples
        \(program.runExamples.joined(separator: "\n  "))
        echo show | \(program.name) run - --live --trace session.jsonl

      \(ExitCode.help)
      """
    } body: { program, arguments, console in
      try await program.play(try RunOptions(arguments, known: program.options), console: console)
    }
    command.demonstrate = { program, script, console in
      let options = RunOptions(files: ["demo"])
      let source = SourceText(name: "demo", text: script)
      return try await program.play(source, of: "demo", options, options.console(console))
    }
    return command
  }
}

extension StoreCommandLine where Feature.State: Encodable, Feature.Action: Codable {
  fileprivate var runExamples: [String] {
    ["", " --keep-going", " --dry-run"].map { "\(name) run \(exampleScript ?? "SCRIPT")\($0)" }
  }

  /// Plays scripts until they have ended or Ctrl-C interrupts them.
  fileprivate func play(_ options: RunOptions, console: Console) async throws -> ExitCode {
    let inspector = try inspector(for: options.session, console: console)
    let status = try await playAll(options, inspector, console: console)
    if status != .interrupted { await inspector?.waitUntilInterrupted(options.session.inspection, console) }
    return status
  }

  private func playAll(_ options: RunOptions, _ inspector: LiveInspector?, console: Console) async throws -> ExitCode {
    let scripts = try options.scripts()
    let others = scripts + [options.session.trace].compactMap(\.self)
    if let junit = options.junit, others.contains(where: { TraceWriter.isSameFile(junit, $0) }) {
      throw FileError(.write, junit, reason: "it is another file of this run; name another one")
    }
    let output = options.console(console)
    if scripts.count == 1, options.junit == nil, !options.isTAP {
      return try await play(InputFile.read(scripts[0]), of: scripts[0], options, output, on: inspector)
    }
    var results = ScriptResults(program: name, total: scripts.count)
    if options.isTAP { console.write(results.tapPlan) }
    for script in scripts where results.status != .interrupted {
      if scripts.count > 1 { output.write("\(console.styled(script.printable, .bold))\n") }
      let messages = Locked("")
      let recording = output.writing(output.write) { text in
        messages.withLock { $0 += text }
        if !options.isTAP { console.writeError(text) }
      }
      let start = ContinuousClock.now
      var status: ExitCode
      do {
        status = try await play(InputFile.read(script), of: script, options, recording, on: inspector)
      } catch let error as FileError {
        status = error.status
        recording.writeError(error.rendered(for: name))
      }
      results.append(.init(script: script, status: status, duration: .now - start, messages: messages.withLock { $0 }))
      if options.isTAP { console.write(results.tapLines) } else { console.write("\n") }
    }
    if !options.isTAP, scripts.count > 1 { console.write(results.summary) }
    if let junit = options.junit { try OutputFile.write(results.junit, to: junit) }
    return results.status
  }

  /// Plays a script until it ends or Ctrl-C interrupts it.
  fileprivate func play(
    _ source: SourceText,
    of path: String,
    _ options: RunOptions,
    _ console: Console,
    on inspector: LiveInspector? = nil
  ) async throws -> ExitCode {
    let setup = try setup(for: options.session, reading: [path], on: inspector?.add(Feature.self, of: path))
    func player(for statements: [Statement]) -> ScriptPlayer<Feature> {
      ScriptPlayer(
        isLive: options.session.isLive || statements.areLive,
        keepsGoing: options.keepsGoing,
        console: console,
        setup: setup
      )
    }
    let script: Script
    do {
      let timeZone = setup.timeZone(isLive: options.session.isLive)
      let definitions = try Script.definitions(options.definitions, timeZone: timeZone)
      let names = Set(definitions.compactMap { if case .define(let name, _) = $0.kind { name } else { nil } })
      script = try ScriptParser.parse(
        source,
        variables: names,
        timeZone: timeZone,
        liveTimeZone: setup.timeZone(isLive: true)
      ).adding(definitions)
    } catch {
      return await player(for: error.statements).refuse(error)
    }
    let isLive = options.session.isLive || script.statements.areLive
    try options.session.checkContext(self.options, command: "run \(path)", isLive: isLive)
    let files = Set(script.statements.map(\.source.name))
    _ = try self.setup(for: options.session, reading: Array(files))
    let player = player(for: script.statements)
    let playing = Task { await options.isDryRun ? player.rehearse(script) : player.play(script) }
    let interruption = Interruption { playing.cancel() }
    defer { withExtendedLifetime(interruption) {} }
    return await playing.value
  }
}
