import Dependencies
import StoreCore

/// What has to hold in an exploration.
@usableFromInline package struct ExplorationRules<State, Action>: Sendable {
  @usableFromInline package enum Name: String, Sendable {
    case always, whenSettled, never, eventually, noEffectsWhen
  }

  @usableFromInline package var always: (@Sendable (State) throws -> Void)?
  @usableFromInline package var whenSettled: (@Sendable (State) throws -> Void)?
  @usableFromInline package var never: (@Sendable (Action) -> Bool)?
  @usableFromInline package var eventually: (@Sendable (State) -> Bool)?
  @usableFromInline package var noEffectsWhen: (@Sendable (State) -> Bool)?

  @inlinable package init() {}
}

/// What a rule that has a name throws if it does not hold.
@usableFromInline package struct BrokenRule: Error {
  let name: String

  package init(_ name: String) { self.name = name }

  /// What is said of an error that a rule has thrown.
  @usableFromInline static func description(of error: any Error) -> String {
    (error as? BrokenRule)?.name ?? "It threw: \(error)"
  }
}

/// Why a story is a counterexample.
@usableFromInline struct StoryFailure: Sendable {
  /// The rule, or `nil` for what may never happen.
  var rule: ExplorationRules<Never, Never>.Name?
  /// A sentence.
  var headline: String
  /// What was reported.
  var details: [String] = []

  @usableFromInline static func ofIssues(_ issues: [String]) -> Self {
    Self(headline: "An issue was reported.", details: issues)
  }

  @usableFromInline static func ofRule(_ rule: ExplorationRules<Never, Never>.Name, _ details: [String]) -> Self {
    Self(rule: rule, headline: "\"\(rule.rawValue)\" does not hold.", details: details)
  }

  @usableFromInline static func ofAction<Action>(_ action: Action, isReceived: Bool) -> Self {
    Self(
      rule: .never,
      headline: "An action \(isReceived ? "came" : "was sent") that may never come.",
      details: [indentedDump(action)]
    )
  }

  @usableFromInline static func ofTaskThatIsLeft(_ reason: String) -> Self {
    Self(
      headline: "A task goes on that an effect has left behind.",
      details: [
        "The task is \(reason).",
        """
        The effect that has started it is over, and nobody waits for what the task does: not the store, nor an exploration. \
        Await the task in the effect, or start it by "async let" or in a task group, which do.
        """,
      ]
    )
  }

  /// - Returns: `nil` if nobody sleeps on the clock of a story that begins.
  @usableFromInline static func ofSharedClock(_ clock: TestClock<Duration>) -> Self? {
    guard clock.sleeperCount > 0 else { return nil }
    return Self(
      headline: "Stories share a TestClock.",
      details: [
        "Make the clock in \"withDependencies\", which is called for each story, or leave it to the exploration."
      ]
    )
  }
}
