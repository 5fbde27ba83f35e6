import DeterministicExecution
import Store

/// What has to hold of a feature, whatever a person does and however clients answer. The command
/// ``StoreCommand/explore`` looks for a way to break it.
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

  /// What holds at first and after each action.
  ///
  /// - Parameter name: Says it in words, for whoever sees it broken.
  public static func always(_ name: String, _ holds: @escaping @Sendable (_ state: Feature.State) -> Bool) -> Self {
    Self(name: name, content: .always(holds))
  }

  /// What holds where nothing is under way: no effect runs, no call waits, nobody sleeps.
  ///
  /// - Parameter name: Says it in words, for whoever sees it broken.
  public static func whenSettled(_ name: String, _ holds: @escaping @Sendable (_ state: Feature.State) -> Bool) -> Self
  {
    Self(name: name, content: .whenSettled(holds))
  }

  /// What can be reached from everywhere, by answers and time alone, where nothing is under way. Of several such rules, a
  /// place has to be in reach where all hold.
  ///
  /// - Parameter name: Says it in words, for whoever sees it broken.
  public static func eventually(_ name: String, _ holds: @escaping @Sendable (_ state: Feature.State) -> Bool) -> Self {
    Self(name: name, content: .eventually(holds))
  }

  /// The actions that are neither sent nor received.
  ///
  /// - Parameter name: Says it in words, for whoever sees it broken.
  public static func never(_ name: String, _ matches: @escaping @Sendable (_ action: Feature.Action) -> Bool) -> Self {
    Self(name: name, content: .never(matches))
  }
}

extension ExplorationRules {
  /// The rules of a program.
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
