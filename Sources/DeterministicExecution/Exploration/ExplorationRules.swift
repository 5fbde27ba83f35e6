import Dependencies

/// What has to hold in an exploration.
package struct ExplorationRules<State, Action>: Sendable {
  package enum Name: String, Sendable {
    case always, whenSettled, never, eventually, noEffectsWhen
  }

  package var always: (@Sendable (State) throws -> Void)?
  package var whenSettled: (@Sendable (State) throws -> Void)?
  package var never: (@Sendable (Action) -> Bool)?
  package var eventually: (@Sendable (State) -> Bool)?
  package var noEffectsWhen: (@Sendable (State) -> Bool)?
}

/// Why a story is a counterexample.
struct StoryFailure: Sendable {
  /// The rule, or `nil` for what may never happen.
  var rule: ExplorationRules<Never, Never>.Name?
  /// A sentence.
  var headline: String
  /// What was reported.
  var details: [String] = []
}
