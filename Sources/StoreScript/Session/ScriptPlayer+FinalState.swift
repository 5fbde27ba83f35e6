import Execution
import Store
import StoreTrace

extension ScriptPlayer {
  /// Plays a script on mock values without printing anything.
  ///
  /// - Returns: The state at its end.
  package static func finalState(of source: SourceText, _ setup: FeatureSetup<Feature>) async throws -> JSONValue {
    let script = try ScriptParser.parse(source, timeZone: setup.timeZone(isLive: false))
    return try await StoreActor.runSession { isolation in
      var setup = setup.inLocale(of: script.statements)
      // The session itself is recorded, not its repetition.
      setup.trace = nil
      let session = Session(setup, isLive: false, console: .silent, isSilent: true, isolation: isolation)
      try await session.begin()
      let (actions, errors) = session.check(script.statements)
      guard errors.isEmpty else { throw ScriptErrors(errors: errors) }
      for (statement, action) in zip(script.statements, actions) {
        try await session.perform(statement, action: action)
      }
      return try session.reader().state
    }
  }
}
