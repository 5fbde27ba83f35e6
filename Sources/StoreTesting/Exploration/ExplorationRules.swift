import Dependencies

/// What has to hold in an exploration.
struct ExplorationRules<State, Action>: Sendable {
  enum Name: String {
    case always, whenSettled, never, eventually, noEffectsWhen
  }

  var always: (@Sendable (State) throws -> Void)?
  var whenSettled: (@Sendable (State) throws -> Void)?
  var never: (@Sendable (Action) -> Bool)?
  var eventually: (@Sendable (State) -> Bool)?
  var noEffectsWhen: (@Sendable (State) -> Bool)?
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
