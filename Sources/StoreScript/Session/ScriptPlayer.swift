import Execution
import Store
import StoreTrace

/// Plays scripts on a feature.
package struct ScriptPlayer<Feature: Reducer & SendableMetatype>: Sendable
where Feature.State: Encodable, Feature.Action: Codable {
  /// Whether to use live values and real time, instead of mock values and a virtual clock.
  let isLive: Bool
  /// Whether to continue after an expectation that was not met, or an awaited action that was not received.
  var keepsGoing: Bool
  let console: Console
  var setup: FeatureSetup<Feature>

  package init(isLive: Bool, keepsGoing: Bool = false, console: Console, setup: FeatureSetup<Feature>) {
    self.isLive = isLive
    self.keepsGoing = keepsGoing
    self.console = console
    self.setup = setup
  }

  /// Plays a script to its end, or to the first statement that fails. Cancelling the task interrupts it.
  package func play(_ script: Script) async -> ExitCode {
    await StoreActor.runSession { await play(script, isolation: $0) }
  }

  /// Checks a script and prints what it would do.
  package func rehearse(_ script: Script) async -> ExitCode {
    await StoreActor.runSession { isolation in
      let setup = setup.inLocale(of: script.statements)
      let session = Session(setup, isLive: isLive, console: console, isolation: isolation)
      let (_, errors) = session.check(script.statements)
      guard errors.isEmpty else { return refuse(errors) }
      warn(script)
      for statement in script.statements { session.announce(statement) }
      console.write("\n" + console.styled(script.plan(isLive: isLive), .bold) + "\n")
      return .passed
    }
  }

  /// Prints the mistakes of a script that could not be parsed as a whole, and those of the statements that could be
  /// parsed.
  package func refuse(_ mistakes: ScriptErrors) async -> ExitCode {
    await StoreActor.runSession { isolation in
      let setup = setup.inLocale(of: mistakes.statements)
      let session = Session(setup, isLive: isLive, console: console, isolation: isolation)
      let (_, errors) = session.check(mistakes.statements)
      console.writeError(mistakes.adding(errors).rendered + "\n")
      return .wrongInput
    }
  }

  private func warn(_ script: Script) {
    if !script.warnings.isEmpty { console.writeError(script.renderedWarnings) }
  }

  private func refuse(_ errors: [ScriptErrors.Place]) -> ExitCode {
    console.writeError(ScriptErrors(errors: errors).rendered + "\n")
    return .wrongInput
  }

  private func play(_ script: Script, isolation: isolated StoreActor) async -> ExitCode {
    let setup = setup.inLocale(of: script.statements)
    let session = Session(setup, isLive: isLive, seed: script.seed, console: console, isolation: isolation)
    let (actions, errors) = session.check(script.statements)
    guard errors.isEmpty else { return refuse(errors) }
    warn(script)
    do throws(FileError) {
      try await session.begin()
    } catch {
      console.writeError(error.rendered(for: setup.trace?.program ?? ""))
      return error.status
    }
    let watches = session.watchSignals()
    defer { withExtendedLifetime(watches) {} }
    var status = ExitCode.passed
    for (statement, action) in zip(script.statements, actions) {
      do {
        try await session.perform(statement, action: action)
      } catch let failure as StepFailure {
        // The status of a wrong script takes precedence over that of a failed expectation.
        status = status == .wrongInput ? .wrongInput : failure.status
        console.writeError(failure.diagnostic.rendered(in: statement.source) + "\n")
        if !keepsGoing { break }
      } catch {
        status = .interrupted
        console.writeError("\(statement.source.reference(to: statement.range.lowerBound)): interrupted\n")
        break
      }
    }
    await session.finishSaving()
    for problem in session.saving.problems { console.writeError("The script did not await it, but \(problem)") }
    if status == .passed, !session.saving.hasSavedAll { status = .failed }
    session.end(of: script.statements.count)
    return session.endTrace(status)
  }
}

extension Script {
  /// Describes in a sentence what playing the script would do.
  fileprivate func plan(isLive: Bool) -> String {
    var counts = (sends: 0, awaits: 0, expectations: 0)
    for statement in statements {
      switch statement.kind {
      case .send: counts.sends += 1
      case .await, .awaitModification: counts.awaits += 1
      case .expect: counts.expectations += 1
      case .person(let statement) where statement.verb == .see: counts.expectations += 1
      case .person: counts.sends += 1
      default: break
      }
    }
    return "Nothing is wrong, and nothing was run: \(statements.count.counting("step")) on "
      + "\(isLive ? "live" : "mock") values, \(counts.sends.counting("action")) to send, \(counts.awaits) to await, "
      + "\(counts.expectations.counting("expectation"))"
  }
}
