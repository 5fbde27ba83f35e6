import Dependencies
import StoreCore

extension Story {
  /// Checks the rule for settled points.
  func checkSettled() {
    guard recorder.failure == nil else { return }
    recorder.failure = Self.check(feature.rules.whenSettled, .whenSettled, state, world, interceptor, within: bound)
  }

  func holds(_ property: @Sendable (State) -> Bool) -> Bool {
    let state = state
    return ask(.eventually) { property(state) }
  }

  /// Calls a closure of the exploration. If the closure reports issues, the story fails.
  func ask<Answer>(_ name: ExplorationRules<Never, Never>.Name, _ question: () -> Answer) -> Answer {
    let (answer, failure) = Self.ask(name, world, interceptor) { bound(question) }
    if recorder.failure == nil { recorder.failure = failure }
    return answer
  }

  static func ask<Answer>(
    _ name: ExplorationRules<Never, Never>.Name,
    _ world: StoryWorld,
    _ interceptor: IssueInterceptor,
    _ question: () -> Answer
  ) -> (answer: Answer, failure: StoryFailure?) {
    // Issues that were reported before do not belong to the closure.
    let earlier = world.takeIssues(and: interceptor)
    let answer = world.checking(question)
    if !earlier.isEmpty { return (answer, .ofIssues(earlier)) }
    let issues = world.takeIssues(and: interceptor)
    return (answer, issues.isEmpty ? nil : .ofIssues(issues, in: name))
  }

  static func failure(
    of action: Action,
    _ isReceived: Bool,
    _ after: State,
    _ rules: ExplorationRules<State, Action>,
    _ world: StoryWorld,
    _ interceptor: IssueInterceptor
  ) -> StoryFailure? {
    if let never = rules.never {
      let (isOutlawed, failure) = ask(.never, world, interceptor) { never(action) }
      if let failure { return failure }
      if isOutlawed { return StoryFailure.ofAction(action, isReceived: isReceived) }
    }
    return check(rules.always, .always, after, world, interceptor) { $0() }
  }

  static func check(
    _ rule: (@Sendable (State) throws -> Void)?,
    _ name: ExplorationRules<Never, Never>.Name,
    _ state: State,
    _ world: StoryWorld,
    _ interceptor: IssueInterceptor,
    within bound: (() -> Void) -> Void
  ) -> StoryFailure? {
    guard let rule else { return nil }
    var details: [String] = []
    // Issues that were reported before do not belong to the rule.
    let earlier = world.takeIssues(and: interceptor)
    if !earlier.isEmpty { return StoryFailure.ofIssues(earlier) }
    world.checking {
      bound {
        do {
          try rule(state)
        } catch {
          details.append(BrokenRule.description(of: error))
        }
      }
    }
    details += world.takeIssues(and: interceptor)
    return details.isEmpty ? nil : StoryFailure.ofRule(name, details)
  }
}
