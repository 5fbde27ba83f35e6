/// Plays a script: `DemoCLI` and `DemoCLI run`.
struct RunCommand {
  let isLive: Bool
  let console: Console

  func callAsFunction(file: String) async -> ExitCode {
    do {
      return await play(try ScriptFile.read(file))
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
    let player = Task { await RootFeature.player(isLive: isLive, console: console).play(script) }
    let interruption = Interruption { player.cancel() }
    defer { withExtendedLifetime(interruption) {} }
    return await player.value
  }
}
