import Dependencies
import Store

/// Plays scripts on a feature. All it asks of the feature is that its states can be encoded, and its actions decoded too.
struct ScriptPlayer<Feature: Reducer>: Sendable where Feature.State: Encodable, Feature.Action: Codable {
  /// Whether to use live values and real time, instead of mock values and a virtual clock.
  let isLive: Bool
  let console: Console
  let initialState: @Sendable () -> Feature.State
  let reducer: @Sendable () -> Feature
  /// Replaces what the feature depends on, after all has been set to live or mock values.
  var dependencies: @Sendable (inout DependencyValues) -> Void = { _ in }
  /// How the feature is drawn, if it is.
  var screen: (@Sendable (Feature.State) -> Screen)?

  /// Plays a script to its end, or to the first statement that fails. Cancelling the task interrupts it.
  func play(_ script: Script) async -> ExitCode {
    let actor = ScriptActor(ScriptExecutor())
    return await play(script, isolation: actor)
  }

  private func play(_ script: Script, isolation: isolated ScriptActor) async -> ExitCode {
    await ScriptSession(self, isolation: isolation).play(script)
  }
}
