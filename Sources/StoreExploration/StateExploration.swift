import Dependencies
import Execution
import Foundation
import StoreCore

/// An exploration, from its start to its report.
package struct StateExploration<State: Sendable, Action: Sendable>: Sendable {
  typealias Explorer = StateExplorer<State, Action>
  typealias Move = StoryMove<Action>

  private let feature: ExploredFeature<State, Action>
  private let bounds: ExplorationBounds
  private let telling: StoryTelling<State, Action>
  private let progress: @Sendable (ExplorationReport) -> Void
  /// The maximum number of points of the graph.
  package var graphLimit = 0
  /// The text that ``StoryRescue`` prints before the story if a step ends the process; `nil` if it prints none.
  package var rescue: String?
  private let isInterrupted: @Sendable () -> Bool
  /// The actions that the person does before the exploration begins.
  private let preparation: [Move]

  /// The result of an exploration.
  package struct Outcome: Sendable {
    package var report = ExplorationReport()
    /// The message of a failure, if the exploration failed.
    package var failure: String?
    package var graph = ExplorationGraph()
    /// The different actions that were sent or received.
    package var actions: [Action] = []
    /// Whether the story that was found leads to the goal.
    package var isGoalReached = false

    package init() {}
  }

  /// - Parameters:
  ///   - preparation: The person's actions before anything is explored.
  ///   - telling: How counterexamples are described.
  ///   - progress: Called again and again with the report so far.
  ///   - isInterrupted: Returns whether the user wants the exploration to end.
  package init(
    _ feature: ExploredFeature<State, Action>,
    bounds: ExplorationBounds,
    after preparation: [Action] = [],
    telling: StoryTelling<State, Action>,
    progress: @escaping @Sendable (ExplorationReport) -> Void,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.feature = feature
    self.bounds = bounds
    self.telling = telling
    self.progress = progress
    self.preparation = preparation.map { Move(event: .send(0, $0)) }
    self.isInterrupted = isInterrupted
  }

  @concurrent
  package func run(replaying story: String?) async -> Outcome {
    // A step of a story has few jobs, so a low limit soon finds effects that loop.
    var limits = StoreExecutor.limits
    limits.steps = min(limits.steps, 20_000)
    let wasCancelled = Locked(false)
    return await StoreExecutor.$limits.withValue(limits) {
      // A story blocks its thread while it waits for a task that an effect has left behind.
      await withTaskExecutorPreference(ThreadExecutor()) {
        await withTaskCancellationHandler {
          // Stories run in other tasks, which a cancellation of this task does not reach.
          await run(replaying: story) { [isInterrupted] in wasCancelled.withLock { $0 } || isInterrupted() }
        } onCancel: {
          wasCancelled.withLock { $0 = true }
        }
      }
    }
  }

  /// Runs on one thread from its start to its end, because it does not wait for other tasks.
  @concurrent
  private func run(replaying story: String?, isStopped: @escaping @Sendable () -> Bool) async -> Outcome {
    let runner = StoryRunner<State, Action>(
      // A story that contains an order comes from an exploration that searched orders, whatever the bounds are now.
      runsWholeTasks: bounds.orders > 1 || story?.contains("@") == true,
      preparationCount: preparation.count,
      isStopped: isStopped
    )
    return story.map { replay($0, runner) } ?? explore(runner)
  }

  private func explore(_ runner: StoryRunner<State, Action>) -> Outcome {
    let explorer = Explorer(feature, bounds: bounds, runner, after: preparation)
    explorer.graphLimit = graphLimit
    explorer.progress = progress
    runner.rescue = rescue
    let result = explorer.run()
    runner.rescue = nil
    var outcome = Outcome()
    outcome.report = explorer.report
    outcome.report.isForCommandLine = telling.isForCommandLine
    outcome.report.uncheckedRules = feature.rules.unchecked(explorer.report)
    outcome.graph = explorer.graph
    outcome.actions = explorer.reduced.sorted().map { runner.actions[$0] }
    tell(result, feature.recorded, runner, &outcome)
    if case .covered = result { outcome.failure = emptiness(outcome.report) }
    if outcome.report.counterexample != nil { outcome.failure?.append("\n\n\(outcome.report)") }
    return outcome
  }

  /// Describes a result. Runs a counterexample again for this.
  private func tell(
    _ result: Explorer.Result,
    _ feature: ExploredFeature<State, Action>,
    _ runner: StoryRunner<State, Action>,
    _ outcome: inout Outcome
  ) {
    switch result {
    case .covered: return
    case .counterexample(let found):
      outcome.report.counterexample = telling.counterexample(found, of: feature, runner)
      outcome.failure = outcome.report.counterexample?.description
      outcome.isGoalReached = found.failure.rule == .goal && outcome.failure != nil
      if outcome.failure != nil { return }
      outcome.failure = divergence(found.moves, "It failed once, and not when it was run again.")
    case .diverged(let moves, let expected, let actual):
      outcome.failure = divergence(moves, from: expected, to: actual)
    }
    outcome.report.ending = "It ended because a story went another way the second time."
  }

  private func emptiness(_ report: ExplorationReport) -> String? {
    if report.transitions == 0, report.cuts.isEmpty {
      return """
        Nothing was explored: no step can be made from the initial state.

        Give the exploration "actions" that a person can do, and let clients answer with "choose".
        """
    }
    // In a test, a rule that was never checked is a mistake of the test.
    guard !report.isForCommandLine, feature.rules.whenSettled != nil, report.settledPoints == 0 else { return nil }
    return """
      "whenSettled" was never checked: at each of the \(report.points) points something was still under way.

      \(report)

      This usually is an effect that never ends: a timer, a subscription. Give the person an action that ends it, or use \
      "always".
      """
  }

  private func divergence(_ moves: [Move], from expected: State, to actual: State) -> String {
    if valueEquality(of: State.self)(expected, expected) {
      return divergence(moves, "The state at its end:\n\n\(difference(expected, actual, "The second time"))")
    }
    // This happens only if `==` returns `false` for equal operands.
    return """
      A state is not equal to itself, so it can't be told from others. The story that leads to it: \
      "\(moves.map(\.code).joined(separator: " "))".

      \(indentedDump(expected))

      This usually is "Double.nan", which is not equal to itself. Keep "nil" in the state where there is no number.
      """
  }

  private func divergence(_ moves: [Move], _ what: String) -> String {
    """
    The same story went another way the second time: "\(moves.map(\.code).joined(separator: " "))".

    \(what)

    A reducer, an effect or a client depends on something that changes from one story to the other: the time, random \
    numbers, a variable that "withDependencies" captures. Make it in "withDependencies", or keep it in a "ModeledValue".
    """
  }

  // MARK: Running a story again

  private func replay(_ story: String, _ runner: StoryRunner<State, Action>) -> Outcome {
    var moves: [Move] = []
    var failure: StoryFailure?
    var problem: String?
    var wasStopped = false
    runner.perform {
      let story = story.split(whereSeparator: \.isWhitespace)
      let run = Story(feature.recorded, runner)
      run.begin()
      for move in preparation where run.failure == nil && !run.wasStopped {
        telling.announce?(move.description(answering: nil))
        moves.append(move)
        run.perform(move)
      }
      for (index, word) in story.enumerated() where run.failure == nil && !run.wasStopped {
        let move = run.move(word)
        // The search for the step calls the closure that returns the person's actions, and that may report an issue.
        if run.failure != nil { break }
        guard let move else {
          problem = """
            The story can't be run: step \(index + 1), "\(word)", does not exist at this point.

            It belongs to another version of the feature or of the exploration. Explore it anew, and take the story from there.

            Steps that can be made: \(run.moves().map(\.code).joined(separator: " "))
            """
          break
        }
        moves.append(move)
        telling.announce?(move.description(answering: run.answered(by: move)))
        run.perform(move)
      }
      wasStopped = run.wasStopped
      if !wasStopped {
        if run.isSettled { run.checkSettled() }
        run.lookOn()
        failure = run.failure
      }
      run.end()
    }
    var outcome = Outcome()
    outcome.report.ending = "That is one story. No other was tried."
    outcome.report.steps = moves.count
    outcome.report.depth = moves.count
    if wasStopped {
      outcome.report.ending = "It was cancelled before the story was over."
      outcome.report.cuts.insert(.cancellation)
    } else if let problem {
      outcome.failure = problem
    } else if let failure {
      tell(.counterexample(Explorer.Counterexample(moves: moves, failure: failure)), feature, runner, &outcome)
    } else if feature.rules.eventually != nil {
      // Looks for a point after the story from which no answers and no time lead to a point where `eventually` holds.
      let explorer = Explorer(feature, bounds: bounds, runner, after: moves)
      explorer.sends = false
      tell(explorer.run(), feature, runner, &outcome)
    }
    return outcome
  }
}

extension Story {
  /// Calls the closures that an exploration calls at each point, because they may report issues.
  func lookOn() {
    if failure == nil, isSettled, let eventually = feature.rules.eventually { _ = holds(eventually) }
    if failure == nil { _ = moves() }
  }

  /// Returns the step that a code means at this point, or `nil` if it is not possible.
  func move(_ code: Substring) -> StoryMove<Action>? {
    let parts = code.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let order = parts.dropFirst().flatMap { $0.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) } }
    guard order.allSatisfy({ $0 ?? -1 >= 0 }) else { return nil }
    var move = moves().first { $0.code == parts[0] }
    move?.order = order.compactMap(\.self)
    return move
  }
}
