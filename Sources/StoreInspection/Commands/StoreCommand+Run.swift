import Dependencies

extension StoreCommand where Feature.State: Encodable, Feature.Action: Codable {
  /// Plays a script: `run FILE`.
  public static var run: Self {
    var command = Self("run", summary: "play a script; `-` is the standard input") { program in
      """
      Plays a script and prints what happens: each action with its origin, how it changes the state, and the effects.

      Usage
        \(program.name) run FILE [OPTIONS]

      FILE is a script (see `\(program.name) help script`), `-` the standard input. The whole script is checked before any
      of it runs, and all mistakes are listed. Without --live (or `context live` in the script) it runs on mock values and
      a virtual clock, which only `advance` and `await` move, so that every run is the same and takes no time.

      Options
      \(RunOptions.table(program.options).help())
      \(program.liveHelp.map { "\n\($0)\n" } ?? "")
      Examples
        \(program.runExamples.joined(separator: "\n  "))
        echo show | \(program.name) run - --live --trace session.jsonl

      \(ExitCode.help)
      """
    } body: { program, arguments, console in
      let options = try RunOptions(arguments, known: program.options)
      return try await program.play(try InputFile.read(options.file), options, console: console)
    }
    command.demonstrate = { program, script, console in
      try await program.play(SourceText(name: "demo", text: script), RunOptions(file: "demo"), console: console)
    }
    return command
  }
}

extension StoreCommandLine where Feature.State: Encodable, Feature.Action: Codable {
  fileprivate var runExamples: [String] {
    ["", " --keep-going", " --dry-run"].map { "\(name) run \(exampleScript ?? "SCRIPT")\($0)" }
  }

  /// Plays a script until it ends or Ctrl-C interrupts it.
  func play(_ source: SourceText, _ options: RunOptions, console: Console) async throws -> ExitCode {
    let setup = try setup(for: options.session, reading: [options.file])
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
      script = try ScriptParser.parse(source)
    } catch {
      return await player(for: error.statements).refuse(error)
    }
    let files = Set(script.statements.map(\.source.name))
    _ = try self.setup(for: options.session, reading: Array(files))
    let player = player(for: script.statements)
    let playing = Task { await options.isDryRun ? player.rehearse(script) : player.play(script) }
    let interruption = Interruption { playing.cancel() }
    defer { withExtendedLifetime(interruption) {} }
    return await playing.value
  }
}
