import Dependencies
import StoreCore

/// The rules that must hold in an exploration.
package struct ExplorationRules<State, Action>: Sendable {
  package enum Name: String, Sendable {
    case always, whenSettled, never, eventually, noEffectsWhen
    /// The closure that returns the person's actions. It is not a rule, but may report issues too.
    case actions
    /// The action that the exploration searches for. It is not a rule, but ends a story too.
    case goal
  }

  package var always: (@Sendable (State) throws -> Void)?
  package var whenSettled: (@Sendable (State) throws -> Void)?
  package var never: (@Sendable (Action) -> Bool)?
  package var eventually: (@Sendable (State) -> Bool)?
  package var noEffectsWhen: (@Sendable (State) -> Bool)?

  package init(
    always: (@Sendable (State) throws -> Void)? = nil,
    whenSettled: (@Sendable (State) throws -> Void)? = nil,
    never: (@Sendable (Action) -> Bool)? = nil,
    eventually: (@Sendable (State) -> Bool)? = nil,
    noEffectsWhen: (@Sendable (State) -> Bool)? = nil
  ) {
    self.always = always
    self.whenSettled = whenSettled
    self.never = never
    self.eventually = eventually
    self.noEffectsWhen = noEffectsWhen
  }

  /// Returns the names of the rules that were never checked, because no point was settled, or because effects ran at no
  /// point.
  func unchecked(_ report: ExplorationReport) -> [String] {
    var names: [Name] = []
    if whenSettled != nil, report.settledPoints == 0 { names.append(.whenSettled) }
    if noEffectsWhen != nil, report.settledPoints == report.points { names.append(.noEffectsWhen) }
    return names.map(\.rawValue)
  }
}

/// The error of a rule with a name that does not hold.
package struct BrokenRule: Error {
  let name: String

  package init(_ name: String) { self.name = name }

  /// Describes an error that a rule has thrown, for the message of the failure.
  static func description(of error: any Error) -> String {
    (error as? BrokenRule)?.name ?? "It threw: \(error)"
  }
}

/// The reason why a story is a counterexample.
struct StoryFailure: Sendable {
  /// The broken rule, or `nil` for failures that do not need a rule, such as issues.
  var rule: ExplorationRules<Never, Never>.Name?
  /// The first sentence of the message.
  var headline: String
  /// The reported issues and other details.
  var details: [String] = []

  static func ofIssues(_ issues: [String]) -> Self {
    Self(headline: "An issue was reported.", details: issues)
  }

  static func ofTaskThatIsLeft(_ reason: String) -> Self {
    Self(
      headline: "A task still runs that an effect has left behind.",
      details: [
        "The task is \(reason).",
        """
        The effect that has started it is over, and nobody waits for what the task does: not the store, nor an exploration. \
        Await the task in the effect, or start it by "async let" or in a task group, which do.
        """,
      ]
    )
  }

  static func ofOtherClock(_ effects: String) -> Self {
    Self(
      headline: "An effect sleeps on a TestClock that the exploration does not move.",
      details: [
        effects,
        """
        An exploration moves one clock: the TestClock of \\.continuousClock. Usually \\.suspendingClock, or a client, was \
        given another one. Give all of them the same TestClock in "withDependencies", or give none to \\.continuousClock \
        and \\.suspendingClock: then both are the clock of the exploration.
        """,
      ].filter { !$0.isEmpty }
    )
  }
}
