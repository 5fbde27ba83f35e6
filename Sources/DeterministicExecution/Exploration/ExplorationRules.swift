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

  package init() {}
}

/// What a rule that has a name throws if it does not hold.
package struct BrokenRule: Error {
  let name: String

  package init(_ name: String) { self.name = name }
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
