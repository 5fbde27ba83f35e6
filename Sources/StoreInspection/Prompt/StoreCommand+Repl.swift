import Dependencies
import Execution
import Foundation
import StoreWeb

extension StoreCommand where Feature.State: Encodable, Feature.Action: Codable {
  /// Reads statements from a prompt: `repl`.
  public static var repl: Self {
    Self("repl", summary: "type statements at a prompt, and go back and forth between states") { program in
      """
      Reads statements, the same as in scripts, and performs each as soon as it is complete. The prompt completes words with
      Tab, keeps a history, and goes back to earlier states: `help` there lists what it knows. Without a terminal it
      reads lines and prints no prompt.

      Usage
        \(program.name) repl [OPTIONS]

      Options
      \(ReplOptions.table(program.options).help())
      \(program.liveHelp.map { "\n\($0)\n" } ?? "")
      Commands besides statements
      \(HelpText.table(PromptCommand.usages.map { ($0.usage, $0.help) }))

      The history is in $XDG_STATE_HOME/\(program.name)/history, or ~/.local/state/\(program.name)/history.

      Examples
        \(program.name) repl
        \(program.name) repl --live --trace session.jsonl
        \(program.name) repl --from session.jsonl
        echo show | \(program.name) repl

      \(ExitCode.help)
      """
    } body: { program, arguments, console in
      let options = try ReplOptions(arguments, known: program.options)
      return try await program.prompt(options, console: console)
    }
  }
}

extension StoreCommandLine where Feature.State: Encodable, Feature.Action: Codable {
  /// Performs typed or piped lines until they end.
  fileprivate func prompt(_ options: ReplOptions, console: Console) async throws -> ExitCode {
    let inspector = try inspector(for: options.session, console: console)
    defer { inspector?.stop() }
    let files = ["-"] + (options.trace.map { [$0] } ?? [])
    let shown = inspector?.add(Feature.self)
    var tools = liveTools(options.session)
    tools.hasScript = true
    var setup = try setup(for: options.session, reading: files, on: shown, tools)
    if let trace = options.trace { setup = try self.setup(setup, from: trace, step: options.step) }
    let terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 ? TerminalGuard() : nil
    var history: PromptHistory?
    let lines: any LineSource
    if terminal != nil {
      let stored = PromptHistory(
        url: PromptHistory.url(program: name, environment: ProcessInfo.processInfo.environment)
      )
      history = stored
      lines =
        LineEditor(program: name, history: stored.entries, console: console)
        ?? PipedLines(STDIN_FILENO, console: console)
    } else {
      lines = PipedLines(STDIN_FILENO, console: console)
    }
    let resizing = SignalWatch(SIGWINCH) { _ in (lines as? LineEditor)?.resize() }
    defer { withExtendedLifetime((terminal, resizing)) {} }
    let console = console.writing { lines.write($0) }
    let actor = StoreActor.forSession()
    return await prompt(setup, isLive: options.session.isLive, lines, history, console: console, isolation: actor)
  }

  func prompt(
    _ setup: FeatureSetup<Feature>,
    isLive: Bool,
    _ lines: any LineSource,
    _ history: PromptHistory? = nil,
    console: Console,
    interruption: PromptInterruption = PromptInterruption(),
    isolation: isolated StoreActor
  ) async -> ExitCode {
    let session = Session(setup, isLive: isLive, console: console, isolation: isolation)
    let prompt = Prompt(
      program: name,
      session: session,
      verification: isLive ? nil : setup,
      lines: lines,
      history: history,
      console: console,
      interruption: interruption
    )
    return await prompt.run(isolation: isolation)
  }
}
