import DeterministicExecution
import Store

/// A rule that a feature must keep, whatever a person does and however clients answer. The command
/// ``StoreCommand/explore`` searches for a way to break it.
///
/// ```swift
/// commandLine.explorationRules = [.always("a step is at least 1") { $0.step >= 1 }]
/// ```
public struct ExplorationRule<Feature: Reducer & SendableMetatype>: Sendable {
  fileprivate enum Content: Sendable {
    case always(@Sendable (Feature.State) -> Bool)
    case whenSettled(@Sendable (Feature.State) -> Bool)
    case eventually(@Sendable (Feature.State) -> Bool)
    case never(@Sendable (Feature.Action) -> Bool)
  }

  fileprivate let name: String
  fileprivate let content: Content

  /// Makes a rule that holds in the initial state and after each action.
  ///
  /// - Parameter name: The rule in words, for people who see it broken.
  public static func always(_ name: String, _ holds: @escaping @Sendable (_ state: Feature.State) -> Bool) -> Self {
    Self(name: name, content: .always(holds))
  }

  /// Makes a rule that holds whenever the feature is settled: no effect runs, no call waits, and nothing sleeps.
  ///
  /// - Parameter name: The rule in words, for people who see it broken.
  public static func whenSettled(_ name: String, _ holds: @escaping @Sendable (_ state: Feature.State) -> Bool) -> Self
  {
    Self(name: name, content: .whenSettled(holds))
  }

  /// Makes a rule that a settled state in which it holds can be reached from every state, by answers and time alone. If
  /// there are several such rules, they must all hold in that state.
  ///
  /// - Parameter name: The rule in words, for people who see it broken.
  public static func eventually(_ name: String, _ holds: @escaping @Sendable (_ state: Feature.State) -> Bool) -> Self {
    Self(name: name, content: .eventually(holds))
  }

  /// Makes a rule that the matching actions are neither sent nor received.
  ///
  /// - Parameter name: The rule in words, for people who see it broken.
  public static func never(_ name: String, _ matches: @escaping @Sendable (_ action: Feature.Action) -> Bool) -> Self {
    Self(name: name, content: .never(matches))
  }
}

extension ExplorationRules {
  /// Makes the rules of an exploration from those of a program.
  init<Feature: Reducer & SendableMetatype>(_ rules: [ExplorationRule<Feature>])
  where Feature.State == State, Feature.Action == Action {
    self.init()
    typealias Check = @Sendable (State) throws -> Void
    func check(_ pick: (ExplorationRule<Feature>) -> (@Sendable (State) -> Bool)?) -> Check? {
      let picked = rules.compactMap { rule in pick(rule).map { (rule.name, $0) } }
      guard !picked.isEmpty else { return nil }
      return { state in
        for (name, holds) in picked where !holds(state) { throw BrokenRule(name) }
      }
    }
    always = check { if case .always(let holds) = $0.content { holds } else { nil } }
    whenSettled = check { if case .whenSettled(let holds) = $0.content { holds } else { nil } }
    let goals = rules.compactMap { if case .eventually(let holds) = $0.content { holds } else { nil } }
    if !goals.isEmpty { eventually = { state in goals.allSatisfy { $0(state) } } }
    let outlawed = rules.compactMap { if case .never(let matches) = $0.content { matches } else { nil } }
    if !outlawed.isEmpty { never = { action in outlawed.contains { $0(action) } } }
  }
}
