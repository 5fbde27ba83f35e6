import Store

/// Plays scripts on a feature.
struct ScriptPlayer<Feature: Reducer>: Sendable where Feature.State: Encodable, Feature.Action: Codable {
  /// Whether to use live values and real time, instead of mock values and a virtual clock.
  let isLive: Bool
  let console: Console
  var setup: FeatureSetup<Feature>

  /// Plays a script to its end, or to the first statement that fails. Cancelling the task interrupts it.
  func play(_ script: Script) async -> ExitCode {
    let actor = ScriptActor(ScriptExecutor())
    return await play(script, isolation: actor)
  }

  private func play(_ script: Script, isolation: isolated ScriptActor) async -> ExitCode {
    let session = Session(setup, isLive: isLive, console: console, isolation: isolation)
    let actions: [Feature.Action?]
    do {
      actions = try check(script, session)
    } catch {
      console.writeError(error.rendered + "\n")
      return .wrongInput
    }
    do throws(FileError) {
      try await session.begin()
    } catch {
      console.writeError(error.rendered(for: setup.trace?.program ?? ""))
      return error.status
    }
    var status = ExitCode.passed
    for (statement, action) in zip(script.statements, actions) {
      do {
        try await session.perform(statement, action: action, in: script.source)
      } catch let failure as StepFailure {
        status = failure.status
        console.writeError(failure.diagnostic.rendered(in: script.source) + "\n")
      } catch {
        status = .interrupted
        console.writeError("\(script.source.reference(to: statement.range.lowerBound)): interrupted\n")
      }
      if status != .passed { break }
    }
    session.end(of: script.statements.count)
    return session.trace?.end(status) ?? status
  }

  /// Decodes all actions and looks at all paths of actions, before anything runs.
  private func check(_ script: Script, _ session: Session<Feature>) throws(ScriptErrors) -> [Feature.Action?] {
    var actions: [Feature.Action?] = []
    var errors: [Diagnostic] = []
    for statement in script.statements where errors.count < ScriptParser.errorLimit {
      do throws(Diagnostic) {
        actions.append(try session.check(statement))
      } catch {
        errors.append(error)
      }
    }
    guard errors.isEmpty else { throw ScriptErrors(source: script.source, errors: errors) }
    return actions
  }
}
