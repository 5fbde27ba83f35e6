import Store
import StoreExploration

/// A rule that a feature must keep, no matter what a person does and how clients answer. The command
/// ``StoreCommand/explore`` searches for a way to break it.
///
/// ```swift
/// commandLine.explorationRules = [.always("a step is at least 1") { $0.step >= 1 }]
/// ```
public struct ExplorationRule<Feature: Reducer & SendableMetatype>: Sendable {
  fileprivate let add: @Sendable (inout ExplorationRules<Feature.State, Feature.Action>) -> Void

  /// Makes a rule that holds in the initial state and after each action.
  ///
  /// - Parameter name: The rule in words, for people who see it broken.
  public static func always(_ name: String, _ holds: @escaping @Sendable (_ state: Feature.State) -> Bool) -> Self {
    Self { $0.always = check($0.always, name, holds) }
  }

  /// Makes a rule that holds whenever the feature is settled: no effect runs, no call waits, and nothing sleeps.
  ///
  /// - Parameter name: The rule in words, for people who see it broken.
  public static func whenSettled(_ name: String, _ holds: @escaping @Sendable (_ state: Feature.State) -> Bool) -> Self
  {
    Self { $0.whenSettled = check($0.whenSettled, name, holds) }
  }

  /// Makes a rule that answers and time alone lead from every state to a settled state in which `holds` returns `true`.
  /// If there are several such rules, they must all hold in that state.
  ///
  /// - Parameter name: The rule in words, for people who see it broken.
  public static func eventually(_ name: String, _ holds: @escaping @Sendable (_ state: Feature.State) -> Bool) -> Self {
    Self { $0.eventually = { [others = $0.eventually] in others?($0) != false && holds($0) } }
  }

  /// Makes a rule that the matching actions are neither sent nor received.
  ///
  /// - Parameter name: The rule in words, for people who see it broken.
  public static func never(_ name: String, _ matches: @escaping @Sendable (_ action: Feature.Action) -> Bool) -> Self {
    Self { $0.never = { [others = $0.never] in others?($0) == true || matches($0) } }
  }

  /// Returns a check of this rule after the other ones.
  private static func check(
    _ others: (@Sendable (Feature.State) throws -> Void)?,
    _ name: String,
    _ holds: @escaping @Sendable (Feature.State) -> Bool
  ) -> @Sendable (Feature.State) throws -> Void {
    { state in
      try others?(state)
      if !holds(state) { throw BrokenRule(name) }
    }
  }
}

extension ExplorationRules {
  /// Makes the rules of an exploration from those of a program.
  init<Feature: Reducer & SendableMetatype>(_ rules: [ExplorationRule<Feature>])
  where Feature.State == State, Feature.Action == Action {
    self.init()
    for rule in rules { rule.add(&self) }
  }
}
