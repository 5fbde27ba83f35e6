/// Plays a script: `DemoCLI` and `DemoCLI run`.
struct RunCommand {
  let options: RunOptions
  let console: Console

  func callAsFunction() async -> ExitCode {
    do {
      return await play(try ScriptFile.read(options.file))
    } catch {
      console.writeError(error.rendered)
      return .noInput
    }
  }

  func play(_ source: SourceText) async -> ExitCode {
    let script: Script
    do {
      script = try ScriptParser.parse(source)
    } catch {
      console.writeError(error.rendered + "\n")
      return .wrongScript
    }
    let player = Task { await RootFeature.player(options, console: console).play(script) }
    let interruption = Interruption { player.cancel() }
    defer { withExtendedLifetime(interruption) {} }
    return await player.value
  }
}
