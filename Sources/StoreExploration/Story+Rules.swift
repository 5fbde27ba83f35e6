import Dependencies
import Execution
import Foundation
import StoreCore

// Checks the rules, and says what effects do that they may not do.
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
    if !issues.isEmpty {
      failure = StoryFailure(rule: name, headline: "\"\(name.rawValue)\" reported an issue.", details: issues)
    }
    return answer
  }

  /// Checks the rules for an action after it was reduced.
  func check(_ action: Action, _ isReceived: Bool, _ after: State) {
    if let never = feature.rules.never, ask(.never, { never(action) }), failure == nil {
      let headline = "An action \(isReceived ? "came" : "was sent") that may never come."
      failure = StoryFailure(rule: .never, headline: headline, details: [indentedDump(action)])
    }
    check(feature.rules.always, .always, after)
    if failure == nil, let goal = feature.goal, goal.isReached(action) {
      failure = StoryFailure(rule: .goal, headline: "\"\(goal.name)\" comes.")
    }
  }

  /// Checks a rule for states, unless the story has failed.
  func check(_ rule: (@Sendable (State) throws -> Void)?, _ name: ExplorationRules<Never, Never>.Name, _ state: State) {
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
    guard !details.isEmpty else { return }
    failure = StoryFailure(rule: name, headline: "\"\(name.rawValue)\" does not hold.", details: details)
  }

  /// Removes and returns the issues that were reported since the last call.
  func takeIssues() -> [String] { world.takeIssues(and: runner.interceptor) }

  // MARK: Effects that misbehave

  var restlessness: StoryFailure {
    StoryFailure(
      headline: "Effects do not come to rest: they were stopped after \(executor.limits.steps) steps.",
      details: [effects.isEmpty ? "Actions send one another." : effectList]
    )
  }

  var effectsOfFeatureThatIsDone: StoryFailure {
    let running = count(effects.count, "effect") + (effects.count == 1 ? " is" : " are")
    return StoryFailure(
      rule: .noEffectsWhen,
      headline: "The feature is done, and \(running) still running.",
      details: [effectList]
    )
  }

  func waitForOutside() {
    let deadline = ContinuousClock.now + .milliseconds(executor.limits.outsidePatience)
    repeat {
      // This thread has to run the jobs that other threads enqueue.
      Thread.sleep(forTimeInterval: 0.0002)
      executor.runReadyJobs()
      if executor.isStuck || !someEffectWaitsForOutside { return }
      wasStopped = runner.isStopped()
      if wasStopped { return }
    } while ContinuousClock.now < deadline
    failure = StoryFailure(
      headline: "An effect waits for something that the exploration does not control.",
      details: [
        effectList,
        """
        An exploration can only go on from what it controls: a client has to answer at once or with "choose", and sleep on \
        a TestClock. The network, files, streams that nothing here feeds, and other threads are no part of a story.
        """,
      ]
    )
  }

  var effectList: String {
    effects.map(\.description).list { bullet($0, world.running.reason(effect: $0.id)) }
  }
}
