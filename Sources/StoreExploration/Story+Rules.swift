import Dependencies
import StoreCore

extension Story {
  /// Checks the rule for settled points.
  func checkSettled() { check(feature.rules.whenSettled, .whenSettled, state) }

  func holds(_ property: @Sendable (State) -> Bool) -> Bool {
    let state = state
    return ask(.eventually) { property(state) }
  }

  /// Calls a closure of the exploration. If the closure reports issues, the story fails.
  func ask<Answer>(_ name: ExplorationRules<Never, Never>.Name, _ question: () -> Answer) -> Answer {
    // Issues that were reported before do not belong to the closure.
    let earlier = takeIssues()
    let answer = world.checking { bound(question) }
    if failure == nil, !earlier.isEmpty { failure = .ofIssues(earlier) }
    guard failure == nil else { return answer }
    let issues = takeIssues()
    if !issues.isEmpty { failure = .ofIssues(issues, in: name) }
    return answer
  }

  /// Checks the rules for an action after it was reduced.
  func check(_ action: Action, _ isReceived: Bool, _ after: State) {
    if let never = feature.rules.never, ask(.never, { never(action) }), failure == nil {
      failure = .ofAction(action, isReceived: isReceived)
    }
    check(feature.rules.always, .always, after)
    if failure == nil, let goal = feature.goal, goal.isReached(action) { failure = .ofGoal(goal.name) }
  }

  /// Checks a rule for states, unless the story has failed.
  func check(
    _ rule: (@Sendable (State) throws -> Void)?,
    _ name: ExplorationRules<Never, Never>.Name,
    _ state: State
  ) {
    guard failure == nil, let rule else { return }
    // Issues that were reported before do not belong to the rule.
    let earlier = takeIssues()
    guard earlier.isEmpty else { return failure = .ofIssues(earlier) }
    var details: [String] = []
    world.checking {
      bound {
        do { try rule(state) } catch { details.append(BrokenRule.description(of: error)) }
      }
    }
    details += takeIssues()
    if !details.isEmpty { failure = .ofRule(name, details) }
  }

  /// Removes and returns the issues that were reported since the last call.
  func takeIssues() -> [String] { world.takeIssues(and: runner.interceptor) }
}
