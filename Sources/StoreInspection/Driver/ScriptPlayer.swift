import Store

/// Plays scripts on a feature.
struct ScriptPlayer<Feature: Reducer>: Sendable where Feature.State: Encodable, Feature.Action: Codable {
  /// Whether to use live values and real time, instead of mock values and a virtual clock.
  let isLive: Bool
  /// Whether to go on after an expectation that was not met, or an action that did not come.
  var keepsGoing = false
  let console: Console
  var setup: FeatureSetup<Feature>

  /// Plays a script to its end, or to the first statement that fails. Cancelling the task interrupts it.
  func play(_ script: Script) async -> ExitCode {
    let actor = ScriptActor(ScriptExecutor())
    return await play(script, isolation: actor)
  }

  /// Checks a script and prints what it would do.
  func rehearse(_ script: Script) async -> ExitCode {
    let actor = ScriptActor(ScriptExecutor())
    return await rehearse(script, isolation: actor)
  }

  /// Prints what is wrong with a script, in what could be read of it too.
  func refuse(_ mistakes: ScriptErrors) async -> ExitCode {
    let actor = ScriptActor(ScriptExecutor())
    return await refuse(mistakes, isolation: actor)
  }

  private func refuse(_ mistakes: ScriptErrors, isolation: isolated ScriptActor) async -> ExitCode {
    let session = Session(setup, isLive: isLive, console: console, isolation: isolation)
    let (_, errors) = check(mistakes.statements, session)
    console.writeError(mistakes.adding(errors).rendered + "\n")
    return .wrongInput
  }

  private func rehearse(_ script: Script, isolation: isolated ScriptActor) async -> ExitCode {
    let session = Session(setup, isLive: isLive, console: console, isolation: isolation)
    let (_, errors) = check(script.statements, session)
    guard errors.isEmpty else { return refuse(errors) }
    for statement in script.statements { session.announce(statement) }
    console.write("\n" + console.styled(script.plan(isLive: isLive), .bold) + "\n")
    return .passed
  }

  private func refuse(_ errors: [ScriptErrors.Place]) -> ExitCode {
    console.writeError(ScriptErrors(errors: errors).rendered + "\n")
    return .wrongInput
  }

  private func play(_ script: Script, isolation: isolated ScriptActor) async -> ExitCode {
    let session = Session(setup, isLive: isLive, seed: script.seed, console: console, isolation: isolation)
    let (actions, errors) = check(script.statements, session)
    guard errors.isEmpty else { return refuse(errors) }
    await session.begin()
    var status = ExitCode.passed
    for (statement, action) in zip(script.statements, actions) {
      do {
        try await session.perform(statement, action: action)
      } catch let failure as StepFailure {
        // That the script is wrong is the worse news.
        status = status == .wrongInput ? .wrongInput : failure.status
        console.writeError(failure.diagnostic.rendered(in: statement.source) + "\n")
        if !keepsGoing { break }
      } catch {
        status = .interrupted
        console.writeError("\(statement.source.reference(to: statement.range.lowerBound)): interrupted\n")
        break
      }
    }
    session.end(of: script.statements.count)
    return status
  }

  /// Decodes all actions and looks at all paths, before anything runs.
  private func check(
    _ statements: [Statement],
    _ session: Session<Feature>
  ) -> (actions: [Feature.Action?], errors: [ScriptErrors.Place]) {
    var actions: [Feature.Action?] = []
    actions.reserveCapacity(statements.count)
    var errors: [ScriptErrors.Place] = []
    // Copies of a statement need not be checked again, and those that differ have the same mistake.
    var checked: [Int: Feature.Action?] = [:]
    var wrong: Set<Position> = []
    for statement in statements where errors.count < ScriptParser.errorLimit {
      if let action = checked[statement.id] {
        actions.append(action)
        continue
      }
      var action: Feature.Action?
      let position = Position(file: statement.source.name, offset: statement.range.lowerBound)
      do throws(Diagnostic) {
        if !wrong.contains(position) { action = try session.check(statement) }
      } catch {
        wrong.insert(position)
        errors.append(ScriptErrors.Place(diagnostic: error, source: statement.source))
      }
      checked[statement.id] = .some(action)
      actions.append(action)
    }
    return (actions, errors)
  }
}

private struct Position: Hashable {
  let file: String
  let offset: Int
}

extension Script {
  /// What playing the script would do, in a sentence.
  fileprivate func plan(isLive: Bool) -> String {
    var counts = (sends: 0, awaits: 0, expectations: 0)
    for statement in statements {
      switch statement.kind {
      case .send: counts.sends += 1
      case .await: counts.awaits += 1
      case .expect: counts.expectations += 1
      default: break
      }
    }
    return "Nothing is wrong, and nothing was run: \(statements.count.counting("step")) on "
      + "\(isLive ? "live" : "mock") values, \(counts.sends.counting("action")) to send, \(counts.awaits) to await, "
      + "\(counts.expectations.counting("expectation"))"
  }
}
